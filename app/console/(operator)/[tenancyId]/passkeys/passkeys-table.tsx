import Link from "next/link";
import { LocalTime } from "@/components/ui/local-time";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import type { PasskeyRecord } from "@/lib/domain/passkey/passkey-record";
import { BulkActions } from "./bulk-actions";
import { LastUsed, PasskeyState, Synced } from "./passkey-badges";
import { PasskeyName } from "./passkey-name";
import { SelectAll, SelectionProvider, SelectRow } from "./selection";

interface Props {
  tenancyId: string;
  records: readonly PasskeyRecord[];
  may: { disable: boolean; delete: boolean };
}

export function PasskeysTable({ tenancyId, records, may }: Props) {
  const path = `/console/${tenancyId}`;
  const maySelect = may.disable || may.delete;
  return (
    <SelectionProvider ids={records.map(({ passkey }) => passkey.id)}>
      {maySelect && <BulkActions tenancyId={tenancyId} may={may} />}
      <div className="[&_td]:!px-3 [&_th]:!px-3">
        <Table label="Passkeys">
          <thead>
            <tr>
              {maySelect && (
                <HeadCell className="w-0">
                  <SelectAll />
                </HeadCell>
              )}
              <HeadCell>Passkey</HeadCell>
              <HeadCell>User</HeadCell>
              <HeadCell>State</HeadCell>
              <HeadCell>Synced</HeadCell>
              <HeadCell>Last used</HeadCell>
              <HeadCell>Created</HeadCell>
            </tr>
          </thead>
          <tbody>
            {records.map((record) => (
              <Row key={record.passkey.id}>
                {maySelect && (
                  <Cell>
                    <SelectRow id={record.passkey.id} label={record.passkey.credential.username} />
                  </Cell>
                )}
                <Cell>
                  <PasskeyName record={record} path={`${path}/passkeys`} />
                </Cell>
                <Cell className="max-w-40">
                  <Link
                    href={`${path}/users/${record.sub}`}
                    className="block truncate hover:text-accent hover:underline"
                    title={record.userEmail || record.passkey.userId}
                  >
                    {record.userEmail || record.passkey.userId}
                  </Link>
                </Cell>
                <Cell>
                  <PasskeyState record={record} />
                </Cell>
                <Cell className="whitespace-nowrap">
                  <Synced record={record} />
                </Cell>
                <Cell>
                  <LastUsed record={record} />
                </Cell>
                <Cell>
                  <LocalTime at={record.passkey.createdAt} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </div>
    </SelectionProvider>
  );
}
