import type { Metadata } from "next";
import { Panel } from "@/components/ui/panel";
import { readRelyingParty } from "@/lib/console/relying-party";
import { RecoverForm } from "./recover-form";

export const metadata: Metadata = { title: "A new passkey", referrer: "no-referrer" };

export default async function RecoverPage() {
  return (
    <Panel
      title="Make a new passkey"
      description={
        "This link was made on the server’s own command line. It lets one owner make one " +
        "passkey, on this device."
      }
    >
      <RecoverForm relyingParty={await readRelyingParty()} />
    </Panel>
  );
}
