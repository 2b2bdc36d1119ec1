import type { Metadata } from "next";
import { Panel } from "@/components/ui/panel";
import { readRelyingParty } from "@/lib/console/relying-party";
import { InvitationForm } from "./invitation-form";

export const metadata: Metadata = { title: "Invitation", referrer: "no-referrer" };

export default async function InvitationPage() {
  return (
    <Panel
      title="You are invited"
      description="A console for the passkeys and users of applications."
    >
      <InvitationForm relyingParty={await readRelyingParty()} />
    </Panel>
  );
}
