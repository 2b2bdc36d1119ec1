import { Link } from "@/app/console/link";
import { RelativeTime } from "@/components/ui/local-time";
import { OneLine } from "@/components/ui/one-line";
import { ActionCell, Cell, HeadCell, Row, SortHeadCell, Table } from "@/components/ui/table";
import type { JudgedRecord } from "@/lib/domain/passkey/policy/judge-records";
import type { PasskeyOrder } from "@/lib/domain/passkey/search/passkey-scan";
import { BulkActions } from "./bulk-actions";
import { LastUsed, PasskeyState, Synced } from "./passkey-badges";
import { PasskeyName } from "./passkey-name";
import { ownerOf } from "./passkey-words";
import { SelectAll, SelectionProvider, SelectRow } from "./selection";

interface Props {
  tenancyId: string;
  records: readonly JudgedRecord[];
  may: { disable: boolean; delete: boolean };
  /** What the reader searched for. */
  text: string | undefined;
  /** In ms. */
  now: number;
  /** Undefined for a search, which ranks its matches. */
  order: PasskeyOrder | undefined;
  /** Returns the same list in another order. */
  sortedBy: (order: PasskeyOrder) => string;
}

/** The columns that sort the list, except in a search. */
function TimeHeads({ order, sortedBy }: Pick<Props, "order" | "sortedBy">) {
  const width = "sm:w-[12.5%]";
  if (order === undefined)
    return (
      <>
        <HeadCell className={width}>Last used</HeadCell>
        <HeadCell className={width}>Created</HeadCell>
      </>
    );
  return (
    <>
      <SortHeadCell current={order} descending="last-used" hrefOf={sortedBy} className={width}>
        Last used
      </SortHeadCell>
      <SortHeadCell
        current={order}
        ascending="oldest"
        descending="newest"
        first="newest"
        hrefOf={sortedBy}
        className={width}
      >
        Created
      </SortHeadCell>
    </>
  );
}

export function PasskeysTable({ tenancyId, records, may, text, now, ...sorting }: Props) {
  const path = `/console/${tenancyId}`;
  const maySelect = may.disable || may.delete;
  return (
    <SelectionProvider ids={records.map(({ passkey }) => passkey.id)}>
      <Table label="Passkeys" isFixed>
        <thead>
          <tr>
            {maySelect && (
              <HeadCell isOnPhones className="max-sm:order-last sm:w-11 sm:text-right">
                <SelectAll />
              </HeadCell>
            )}
            <HeadCell className="sm:w-[27%]">Passkey</HeadCell>
            <HeadCell>User</HeadCell>
            <HeadCell className="sm:w-[11.5%]">Synced</HeadCell>
            <TimeHeads {...sorting} />
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
              <Cell>
                <PasskeyName
                  record={record}
                  path={`${path}/passkeys`}
                  text={text}
                  state={<PasskeyState record={record} now={now} isShort />}
                />
              </Cell>
              <Cell label="User">
                <Link
                  href={`${path}/users/${record.sub}`}
                  className="block min-w-0 rounded hover:text-accent hover:underline"
                >
                  <OneLine text={ownerOf(record)} search={text} />
                </Link>
              </Cell>
              <Cell label="Synced">
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
      {maySelect && <BulkActions tenancyId={tenancyId} may={may} />}
    </SelectionProvider>
  );
}
