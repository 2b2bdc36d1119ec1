import type { Metadata } from "next";
import { PageHeader } from "@/components/ui/page-header";
import { accountContext } from "@/lib/console/account-context";
import { readRelyingParty } from "@/lib/console/relying-party";
import { stepUpUntil } from "@/lib/domain/operator/find-session";
import { AddPasskey } from "./add-passkey";

export const metadata: Metadata = { title: "Add a passkey" };

export default async function NewPasskeyPage() {
  const { ctx, session } = await accountContext();
  const waits = session.signIn === "code" && stepUpUntil(session) <= ctx.clock.now();
  return (
    <>
      <PageHeader
        title="Add a passkey"
        back={{ href: "/console/account", label: "Your account" }}
        description={waits ? "You signed in with a code. With a passkey on this device you need none the next time." : "On this device, a phone or a security key, so that losing one does not lock you out."}
      />
      <AddPasskey relyingParty={await readRelyingParty()} waits={waits} />
    </>
  );
}
