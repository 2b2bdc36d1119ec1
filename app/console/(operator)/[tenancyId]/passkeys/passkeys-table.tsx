import { Link } from "@/app/console/link";
import { Breakable } from "@/components/ui/breakable";
import { RelativeTime } from "@/components/ui/local-time";
import { ActionCell, Cell, HeadCell, Row, Table } from "@/components/ui/table";
import type { PasskeyRecord } from "@/lib/domain/passkey/passkey-record";
import { BulkActions } from "./bulk-actions";
import { LastUsed, PasskeyState, Synced } from "./passkey-badges";
import { PasskeyName } from "./passkey-name";
import { SelectAll, SelectionProvider, SelectRow } from "./selection";

interface Props {
  tenancyId: string;
  records: readonly PasskeyRecord[];
  may: { disable: boolean; delete: boolean };
  /** In ms. */
  now: number;
}

export function PasskeysTable({ tenancyId, records, may, now }: Props) {
  const path = `/console/${tenancyId}`;
  const maySelect = may.disable || may.delete;
  return (
    <SelectionProvider ids={records.map(({ passkey }) => passkey.id)}>
      {maySelect && <BulkActions tenancyId={tenancyId} may={may} />}
      <Table label="Passkeys">
        <thead>
          <tr>
            {maySelect && (
              <HeadCell isOnPhones className="w-0">
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
                <ActionCell>
                  <SelectRow id={record.passkey.id} label={record.passkey.credential.username} />
                </ActionCell>
              )}
              <Cell wraps>
                <PasskeyName record={record} path={`${path}/passkeys`} />
              </Cell>
              <Cell label="User" wraps>
                <Link
                  href={`${path}/users/${record.sub}`}
                  className="min-w-0 hover:text-accent hover:underline"
                >
                  <Breakable text={record.userEmail || record.passkey.userId} />
                </Link>
              </Cell>
              <Cell isBesideTitle className="max-sm:self-center">
                <PasskeyState record={record} now={now} />
              </Cell>
              <Cell label="Synced" className="whitespace-nowrap">
                <Synced record={record} />
              </Cell>
              <Cell label="Last used">
                <LastUsed record={record} now={now} />
              </Cell>
              <Cell label="Created">
                <RelativeTime at={record.passkey.createdAt} now={now} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </SelectionProvider>
  );
}
