import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { TargetEvents } from "@/app/console/(operator)/[tenancyId]/audit/target-events";
import { DisabledPasskeyNotice } from "@/app/console/(operator)/[tenancyId]/passkeys/disabled-notice";
import { disablingOf } from "@/app/console/(operator)/[tenancyId]/passkeys/disabling-of";
import {
  PasskeyState,
  quarantineOf,
} from "@/app/console/(operator)/[tenancyId]/passkeys/passkey-badges";
import { ownerOf, passkeyWords } from "@/app/console/(operator)/[tenancyId]/passkeys/passkey-words";
import { RefusedPasskeyNotice } from "@/app/console/(operator)/[tenancyId]/passkeys/refused-notice";
import { remainingWaysOf } from "@/app/console/(operator)/[tenancyId]/passkeys/remaining-ways";
import { ReportedPasskeyNotice } from "@/app/console/(operator)/[tenancyId]/passkeys/reported-notice";
import { PageHeader } from "@/components/ui/page-header";
import { consoleContext, mayOffer } from "@/lib/console/console-context";
import { findEvents } from "@/lib/domain/history/audit-search/find-events";
import { findSignInSummary } from "@/lib/domain/history/sign-in-summary/find-sign-in-summary";
import {
  findAttestationObject,
  findDisabledPasskeys,
  findPasskeyRecord,
} from "@/lib/domain/passkey/find-passkey-record";
import { findModelProof } from "@/lib/domain/passkey/policy/find-model-proof";
import { judgeRecords } from "@/lib/domain/passkey/policy/judge-records";
import { nameModels } from "@/lib/domain/passkey/policy/list-models";
import { DeveloperDetails } from "./developer-details";
import { PasskeyActions } from "./passkey-actions";
import { PasskeyCard } from "./passkey-card";

export const metadata: Metadata = { title: "Passkey" };

const eventsOnPage = 50;

export default async function PasskeyPage({
  params,
}: {
  params: Promise<{ tenancyId: string; passkeyId: string }>;
}) {
  const { tenancyId, passkeyId } = await params;
  const ctx = await consoleContext(tenancyId, "passkey.read");
  const found = await findPasskeyRecord(ctx, passkeyId);
  if (found === null) notFound();
  const [record] = await judgeRecords(ctx, await nameModels(ctx, [found]));
  if (record === undefined) notFound();
  const { id, passkey, sub } = record;
  const now = ctx.clock.now();
  const may = {
    disable: mayOffer(ctx, "passkey.disable"),
    enable: mayOffer(ctx, "passkey.enable"),
    rename: mayOffer(ctx, "passkey.rename"),
    endQuarantine: mayOffer(ctx, "passkey.end-quarantine"),
    delete: mayOffer(ctx, "passkey.delete"),
  };
  const [attestationObject, proof, { entries: events }, [disabled], summary] = await Promise.all([
    findAttestationObject(ctx, id),
    findModelProof(ctx, id),
    findEvents(ctx, { target: id }, eventsOnPage),
    findDisabledPasskeys(ctx, [record]),
    may.disable || may.delete ? findSignInSummary(ctx, sub) : null,
  ]);
  const owner = ownerOf(record);
  const product = passkey.platform?.name ?? record.model;
  const path = `/console/${tenancyId}`;
  return (
    <>
      <PageHeader
        title={`${product === undefined ? "Passkey" : `${product} passkey`} of ${owner}`}
        badge={<PasskeyState record={record} now={now} />}
        back={{ href: `${path}/passkeys`, label: "Passkeys" }}
        parent={{ href: `${path}/users/${sub}`, label: owner }}
        action={
          <PasskeyActions
            tenancyId={tenancyId}
            passkeyId={passkey.id}
            username={passkey.credential.username}
            owner={owner}
            subject={passkeyWords(product, owner)}
            isEnabled={passkey.enabled}
            disabling={disablingOf(record)}
            remaining={summary === null ? undefined : remainingWaysOf(summary, passkey.id)}
            quarantinedUntil={quarantineOf({ record, now })}
            may={may}
          />
        }
      />
      {record.reportedAt !== undefined && (
        <ReportedPasskeyNotice
          passkeyId={passkey.id}
          reportedAt={record.reportedAt}
          mayDismiss={may.enable}
          tenancyId={tenancyId}
        />
      )}
      {disabled && <DisabledPasskeyNotice disabled={disabled} />}
      <RefusedPasskeyNotice
        record={record}
        path={path}
        mayReadSettings={mayOffer(ctx, "settings.read")}
      />
      <PasskeyCard record={record} path={path} now={now} />
      <TargetEvents
        events={events}
        subject="passkey"
        path={path}
        mayReadAudit={mayOffer(ctx, "audit.read")}
        now={now}
      />
      <DeveloperDetails {...{ record, attestationObject, proof }} />
    </>
  );
}
