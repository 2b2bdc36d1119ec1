import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ActivityCard } from "@/app/console/activity-card";
import { PageHeader } from "@/components/ui/page-header";
import { consoleContext, mayOffer } from "@/lib/console/console-context";
import { listActivity } from "@/lib/domain/audit/list-activity";
import { findAttestationObject } from "@/lib/domain/passkey/find-attestation-object";
import { findPasskeyRecord } from "@/lib/domain/passkey/find-passkey-record";
import { DecodedCard } from "./decoded-card";
import { PasskeyActions } from "./passkey-actions";
import { PasskeyCard } from "./passkey-card";
import { RecordCard } from "./record-card";

export const metadata: Metadata = { title: "Passkey" };

export default async function PasskeyPage({
  params,
}: {
  params: Promise<{ tenancyId: string; passkeyId: string }>;
}) {
  const { tenancyId, passkeyId } = await params;
  const ctx = await consoleContext(tenancyId, "passkey.read");
  const record = await findPasskeyRecord(ctx, passkeyId);
  if (record === null) notFound();
  const { passkey } = record;
  const may = {
    disable: mayOffer(ctx, "passkey.disable"),
    enable: mayOffer(ctx, "passkey.enable"),
    rename: mayOffer(ctx, "passkey.rename"),
    delete: mayOffer(ctx, "passkey.delete"),
  };
  return (
    <>
      <PageHeader
        title={passkey.credential.username}
        back={{ href: `/console/${tenancyId}/passkeys`, label: "Passkeys" }}
        action={
          <PasskeyActions
            tenancyId={tenancyId}
            passkeyId={passkeyId}
            username={passkey.credential.username}
            isEnabled={passkey.enabled}
            may={may}
          />
        }
      />
      <PasskeyCard record={record} path={`/console/${tenancyId}`} now={ctx.clock.now()} />
      <DecodedCard
        record={record}
        attestationObject={await findAttestationObject(ctx, passkeyId)}
      />
      <RecordCard passkey={passkey} />
      <ActivityCard activity={await listActivity(ctx, [passkeyId])} />
    </>
  );
}
