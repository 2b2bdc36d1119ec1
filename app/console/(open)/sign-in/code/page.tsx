import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Panel } from "@/components/ui/panel";
import { findOperator } from "@/lib/console/console-context";
import { keepsEmailsHere } from "@/lib/console/keeps-emails-here";
import { CodeSignIn } from "./code-sign-in";

export const metadata: Metadata = { title: "Sign in with a code" };

export default async function CodeSignInPage() {
  if ((await findOperator()) !== null) redirect("/console");
  return (
    <Panel
      title="Sign in with a code"
      description={
        "For when you don’t have your passkey. With a code you can view pages. Most other " +
        "actions require a passkey."
      }
    >
      <CodeSignIn hasInbox={await keepsEmailsHere()} />
    </Panel>
  );
}
