import type { Metadata } from "next";
import { Panel } from "@/components/ui/panel";
import { readRelyingParty } from "@/lib/console/relying-party";
import { SetUpForm } from "./set-up-form";

export const metadata: Metadata = { title: "Set up", referrer: "no-referrer" };

export default async function SetUpPage() {
  return (
    <Panel
      title="Become the first system owner"
      description={
        "Create a passkey to become the owner of this installation. You then manage all tenancies " +
        "and invite other operators. The link works once."
      }
    >
      <SetUpForm relyingParty={await readRelyingParty()} />
    </Panel>
  );
}
