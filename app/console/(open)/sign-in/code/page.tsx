import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Panel } from "@/components/ui/panel";
import { findOperator } from "@/lib/console/console-context";
import { keepsMailsHere } from "@/lib/console/local-emails";
import { CodeSignIn } from "./code-sign-in";

export const metadata: Metadata = { title: "Sign in with a code" };

export default async function CodeSignInPage() {
  if ((await findOperator()) !== null) redirect("/console");
  return (
    <Panel
      title="Sign in with a code"
      description={
        "For when your passkey is not at hand. You can look around at once; what reveals " +
        "or destroys something waits for a passkey."
      }
    >
      <CodeSignIn hasInbox={await keepsMailsHere()} />
    </Panel>
  );
}
