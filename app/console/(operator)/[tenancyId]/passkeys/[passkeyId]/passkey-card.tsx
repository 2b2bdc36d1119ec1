import Link from "next/link";
import {
  LastUsed,
  PasskeyState,
} from "@/app/console/(operator)/[tenancyId]/passkeys/passkey-badges";
import { ProviderIcon } from "@/app/console/(operator)/[tenancyId]/passkeys/provider-icon";
import { Card } from "@/components/ui/card";
import { CopyText } from "@/components/ui/copy-text";
import { DetailsList } from "@/components/ui/details-list";
import { LocalTime } from "@/components/ui/local-time";
import { Notice } from "@/components/ui/notice";
import type { PasskeyRecord } from "@/lib/domain/passkey/passkey-record";

function State({ record }: { record: PasskeyRecord }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <PasskeyState record={record} />
      {record.disabledAt !== undefined && (
        <span className="text-quiet">
          since <LocalTime at={record.disabledAt} />
        </span>
      )}
    </span>
  );
}

/** The main facts of a passkey: its user, its device and its state. */
export function PasskeyCard({ record, path }: { record: PasskeyRecord; path: string }) {
  const { passkey, sub } = record;
  return (
    <Card>
      {record.signCountRegressedAt !== undefined && (
        <Notice tone="info" title="Its counter went backwards once">
          That can mean a copy of the key, and more often means a provider that does not count. It
          was recorded, and nothing was refused. <LocalTime at={record.signCountRegressedAt} />
        </Notice>
      )}
      <div className="flex items-center gap-3">
        <ProviderIcon platform={passkey.platform} />
        <span className="font-medium">{passkey.platform?.name ?? "Provider not told"}</span>
      </div>
      <DetailsList
        rows={[
          ["State", <State key="state" record={record} />],
          ...(record.disabledReason === undefined
            ? []
            : [
                [
                  "Reason",
                  <span key="reason" className="break-words">
                    {record.disabledReason}
                  </span>,
                ] as const,
              ]),
          [
            "User",
            <Link
              key="user"
              href={`${path}/users/${sub}`}
              className="break-all text-accent hover:underline"
            >
              {record.userEmail || passkey.userId}
            </Link>,
          ],
          ["Username", passkey.credential.username],
          ["Display name", record.displayName],
          ["Relying party", passkey.credential.rpId],
          ["Last used", <LastUsed key="used" record={record} />],
          ["Created", <LocalTime key="created" at={passkey.createdAt} />],
          ["Changed", <LocalTime key="changed" at={passkey.updatedAt} />],
          ["Passkey id", <CopyText key="id" text={passkey.id} label="passkey id" />],
        ]}
      />
    </Card>
  );
}
