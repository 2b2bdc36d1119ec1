import Link from "next/link";
import {
  LastUsed,
  PasskeyState,
} from "@/app/console/(operator)/[tenancyId]/passkeys/passkey-badges";
import { productNameOf } from "@/app/console/(operator)/[tenancyId]/passkeys/product-name";
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

interface Props {
  record: PasskeyRecord;
  path: string;
  /** In ms. */
  now: number;
}

/** The main facts of a passkey: its user, its device and its state. */
export function PasskeyCard({ record, path, now }: Props) {
  const { passkey, sub } = record;
  return (
    <Card>
      {record.signCountRegressedAt !== undefined && (
        <Notice tone="info" title="The signature counter went backwards">
          This happened on <LocalTime at={record.signCountRegressedAt} />. The key may have been
          copied, but most often the provider doesn’t count signatures. No sign-in was refused.
        </Notice>
      )}
      <div className="flex items-center gap-3">
        <ProviderIcon platform={passkey.platform} />
        <span className="font-medium">{productNameOf(passkey)}</span>
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
          ["Last used", <LastUsed key="used" record={record} now={now} />],
          ["Created", <LocalTime key="created" at={passkey.createdAt} />],
          ["Changed", <LocalTime key="changed" at={passkey.updatedAt} />],
          ["Passkey id", <CopyText key="id" text={passkey.id} label="passkey id" />],
        ]}
      />
    </Card>
  );
}
