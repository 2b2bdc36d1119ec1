import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Panel } from "@/components/ui/panel";
import { findOperator } from "@/lib/console/console-context";
import { firstOwnerCommand } from "@/lib/console/first-owner-command";
import { readRelyingParty } from "@/lib/console/relying-party";
import { isCodeSession } from "@/lib/console/session-notice";
import { acceptPage } from "@/lib/console/wanted-page";
import { PasskeyNeeded } from "./passkey-needed";
import { SignInForm } from "./sign-in-form";

export const metadata: Metadata = { title: "Sign in" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SignInPage({ searchParams }: Props) {
  const { next: wanted, needs } = await searchParams;
  const next = acceptPage(wanted);
  const session = await findOperator();
  // A code session has few rights, so the operator may sign in again with a passkey.
  if (session !== null && !isCodeSession(session)) redirect(next ?? "/console");
  const command = await firstOwnerCommand();
  return (
    <Panel title="Sign in to the console" description="Use the passkey that you created for it.">
      {session !== null && needs === "passkey" && <PasskeyNeeded signIn={session.signIn} />}
      <SignInForm
        relyingParty={await readRelyingParty()}
        next={next}
        isSignedIn={session !== null}
      />
      {command !== null && (
        <div className="flex flex-col gap-2 border-t border-line pt-5 text-sm text-pretty text-quiet">
          <p>
            First time here? Open the link that Keystead printed after “Console” when it started, or
            run this in its folder for a new link:
          </p>
          <code className="rounded-lg bg-sunken p-3 font-mono text-xs text-ink wrap-anywhere">
            {command}
          </code>
        </div>
      )}
    </Panel>
  );
}
