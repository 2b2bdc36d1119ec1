import type { Metadata } from "next";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import { findOperator } from "@/lib/console/console-context";
import { readRelyingParty } from "@/lib/console/relying-party";
import { InvitationForm } from "./invitation-form";

export const metadata: Metadata = { title: "Invitation", referrer: "no-referrer" };

export default async function InvitationPage() {
  const session = await findOperator();
  return (
    <Panel
      title="Accept your invitation"
      description="The Keystead console manages the users and passkeys of applications."
    >
      {session && (
        <Notice tone="info" title={`You are signed in as ${session.email}`}>
          Accepting signs you in with the invited email instead.
        </Notice>
      )}
      <InvitationForm relyingParty={await readRelyingParty()} />
    </Panel>
  );
}
