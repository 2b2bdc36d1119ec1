import { Badge } from "@/components/ui/badge";
import { LocalTime, RelativeTime } from "@/components/ui/local-time";
import type { PasskeyRecord } from "@/lib/domain/passkey/passkey-record";
import { type JudgedRecord, refusalOf } from "@/lib/domain/passkey/policy/judge-records";

interface Props {
  record: PasskeyRecord;
}

/** When the passkey's quarantine ends (ms); undefined unless only the quarantine keeps it out. */
export function quarantineOf({ record, now }: Props & { now: number }): number | undefined {
  const { passkey, isUserDisabled, quarantinedUntil = 0 } = record;
  return passkey.enabled && !isUserDisabled && quarantinedUntil > now
    ? quarantinedUntil
    : undefined;
}

/** Shows why the passkey can't sign in. The normal state has no badge. `now` in ms. */
export function PasskeyState({
  record,
  now,
  isShort = false,
}: {
  record: JudgedRecord;
  now: number;
  isShort?: boolean;
}) {
  if (!record.passkey.enabled) return <Badge tone="bad">Disabled</Badge>;
  if (record.isUserDisabled) return <Badge tone="warning">User disabled</Badge>;
  if (refusalOf(record) !== null) return <Badge tone="bad">Refused by policy</Badge>;
  const until = quarantineOf({ record, now });
  return until === undefined ? null : (
    <span
      className={
        isShort
          ? "inline-flex flex-wrap items-center gap-x-2"
          : "inline-flex flex-col items-start gap-1"
      }
    >
      <Badge tone="warning">In quarantine</Badge>{" "}
      <span className="text-xs text-quiet">
        {isShort ? (
          <>
            ends <RelativeTime at={until} now={now} />
          </>
        ) : (
          <>
            until <LocalTime at={until} />
          </>
        )}
      </span>
    </span>
  );
}

export function Synced({ record }: Props) {
  if (record.passkey.credential.backedUp) return <>Yes</>;
  return (
    <span className="text-quiet">{record.backupEligible ? "Not backed up yet" : "One device"}</span>
  );
}

/** `now` in ms. */
export function LastUsed({ record, now }: Props & { now: number }) {
  return record.passkey.lastUsed === undefined ? (
    <span className="text-quiet">Never</span>
  ) : (
    <RelativeTime at={record.passkey.lastUsed} now={now} />
  );
}
