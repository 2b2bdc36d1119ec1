import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/local-time";
import type { PasskeyRecord } from "@/lib/domain/passkey/passkey-record";

interface Props {
  record: PasskeyRecord;
}

/** Shows whether the passkey can sign in. */
export function PasskeyState({ record }: Props) {
  if (!record.passkey.enabled) return <Badge tone="bad">Disabled</Badge>;
  return record.isUserDisabled ? (
    <Badge tone="warning">User disabled</Badge>
  ) : (
    <Badge tone="good">Enabled</Badge>
  );
}

export function Synced({ record }: Props) {
  if (record.passkey.credential.backedUp) return <>Synced</>;
  return <span className="text-quiet">{record.backupEligible ? "Not yet" : "No, one device"}</span>;
}

/** `now` in ms. */
export function LastUsed({ record, now }: Props & { now: number }) {
  return record.passkey.lastUsed === undefined ? (
    <span className="text-quiet">Never</span>
  ) : (
    <RelativeTime at={record.passkey.lastUsed} now={now} />
  );
}
