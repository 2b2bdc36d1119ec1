import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Panel } from "@/components/ui/panel";
import { findOperator } from "@/lib/console/console-context";
import { keepsEmailsHere } from "@/lib/console/keeps-emails-here";
import { acceptPage } from "@/lib/console/wanted-page";
import { CodeSignIn } from "./code-sign-in";

export const metadata: Metadata = { title: "Sign in with a code" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function CodeSignInPage({ searchParams }: Props) {
  const next = acceptPage((await searchParams).next);
  if ((await findOperator()) !== null) redirect(next ?? "/console");
  return (
    <Panel
      title="Sign in with a code"
      description={
        "For when you don’t have your passkey. With a code you can view pages. Most other " +
        "actions require a passkey."
      }
    >
      <CodeSignIn next={next} hasInbox={await keepsEmailsHere()} />
    </Panel>
  );
}
