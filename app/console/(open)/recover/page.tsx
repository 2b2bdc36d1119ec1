import type { Metadata } from "next";
import { Panel } from "@/components/ui/panel";
import { readRelyingParty } from "@/lib/console/relying-party";
import { RecoverForm } from "./recover-form";

export const metadata: Metadata = { title: "Create a new passkey", referrer: "no-referrer" };

export default async function RecoverPage() {
  return (
    <Panel
      title="Create a new passkey"
      description={
        "This link was created on the server’s command line. With it, one system owner can create one " +
        "passkey on this device."
      }
    >
      <RecoverForm relyingParty={await readRelyingParty()} />
    </Panel>
  );
}
