import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Panel } from "@/components/ui/panel";
import { findOperator } from "@/lib/console/console-context";
import { isCodeSession } from "@/lib/console/session-notice";
import { readRelyingParty } from "@/lib/console/relying-party";
import { SignInForm } from "./sign-in-form";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage() {
  const session = await findOperator();
  // A code session has few rights, so the operator may sign in again with a passkey.
  if (session !== null && !isCodeSession(session)) redirect("/console");
  return (
    <Panel title="Sign in to the console" description="Use the passkey that you created for it.">
      <SignInForm relyingParty={await readRelyingParty()} />
    </Panel>
  );
}
