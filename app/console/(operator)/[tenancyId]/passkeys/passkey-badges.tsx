import { Badge } from "@/components/ui/badge";
import { LocalTime } from "@/components/ui/local-time";
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
  return <span className="text-quiet">{record.backupEligible ? "Not yet" : "One device"}</span>;
}

export function LastUsed({ record }: Props) {
  return record.passkey.lastUsed === undefined ? (
    <span className="text-quiet">Never</span>
  ) : (
    <LocalTime at={record.passkey.lastUsed} />
  );
}
