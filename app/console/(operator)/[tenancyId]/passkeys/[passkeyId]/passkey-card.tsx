import { LastUsed } from "@/app/console/(operator)/[tenancyId]/passkeys/passkey-badges";
import { ownerOf } from "@/app/console/(operator)/[tenancyId]/passkeys/passkey-words";
import { ProviderIcon } from "@/app/console/(operator)/[tenancyId]/passkeys/provider-icon";
import { providerOf } from "@/app/console/(operator)/[tenancyId]/passkeys/provider-of";
import { Link } from "@/app/console/link";
import { Breakable } from "@/components/ui/breakable";
import { Card } from "@/components/ui/card";
import { CopyText } from "@/components/ui/copy-text";
import { DetailsList } from "@/components/ui/details-list";
import { LocalTime } from "@/components/ui/local-time";
import { Notice } from "@/components/ui/notice";
import type { PasskeyRecord } from "@/lib/domain/passkey/passkey-record";

interface Props {
  record: PasskeyRecord;
  path: string;
  /** In ms. */
  now: number;
}

function syncedWords({ passkey, backupEligible }: PasskeyRecord): string {
  if (passkey.credential.backedUp) return "Yes";
  return backupEligible
    ? "Not backed up yet, but its provider can sync it"
    : "No, it works on one device only";
}

/** The main facts of a passkey: its user and its device. The page's header shows its state. */
export function PasskeyCard({ record, path, now }: Props) {
  const { passkey, sub } = record;
  return (
    <Card>
      {record.signCountRegressedAt !== undefined && (
        <Notice tone="info" title="The signature counter decreased">
          This happened on <LocalTime at={record.signCountRegressedAt} />. The key may have been
          copied, but most often the provider doesn’t count signatures. No sign-in was refused.
        </Notice>
      )}
      <div className="flex items-center gap-3">
        <ProviderIcon platform={passkey.platform} />
        <span className="font-medium">{providerOf(record)}</span>
      </div>
      <DetailsList
        rows={[
          [
            "User",
            <Link key="user" href={`${path}/users/${sub}`} className="text-accent hover:underline">
              <Breakable text={ownerOf(record)} />
            </Link>,
          ],
          ["Username", <Breakable key="username" text={passkey.credential.username} />],
          ["Display name", <Breakable key="name" text={record.displayName} />],
          ["Relying party", passkey.credential.rpId],
          [
            "Fingerprint, face or PIN",
            record.userVerified
              ? "Checked when it was created"
              : "Not checked when it was created, only a touch",
          ],
          ["Synced between devices", syncedWords(record)],
          ["Last used", <LastUsed key="used" record={record} now={now} />],
          ["Created", <LocalTime key="created" at={passkey.createdAt} />],
          ["Changed", <LocalTime key="changed" at={passkey.updatedAt} />],
          ["Passkey id", <CopyText key="id" text={passkey.id} label="passkey id" />],
        ]}
      />
    </Card>
  );
}
