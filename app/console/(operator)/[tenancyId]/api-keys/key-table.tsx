import { Link } from "@/app/console/link";
import { Breakable } from "@/components/ui/breakable";
import { RelativeTime } from "@/components/ui/local-time";
import { ActionCell, Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { Expiry, KeyState, Scopes, Use } from "./key-facts";
import { KeyMenu } from "./key-menu";
import { actedKey, type ShownKey } from "./shown-keys";

/** Shows which key replaced which, if both are on the page. */
function Rotation({ of, among }: { of: ShownKey; among: readonly ShownKey[] }) {
  const newer = among.find(({ id }) => id === of.replacedById);
  const older = among.find(({ replacedById }) => replacedById === of.id);
  const link = (label: string, { id, start }: ShownKey) => (
    <a href={`#key-${id}`} className="text-xs text-quiet underline hover:text-ink">
      {label} {start}_…
    </a>
  );
  return (
    <>
      {newer && link("Replaced by", newer)}
      {newer === undefined && of.replacedById !== null && (
        <span className="text-xs text-quiet">Replaced by another key</span>
      )}
      {older && link("Replaces", older)}
    </>
  );
}

interface Props {
  label: string;
  keys: readonly ShownKey[];
  /** Keys of the other table, to which a rotation may link. */
  others: readonly ShownKey[];
  /** The page of the list. */
  list: string;
  /** Epoch milliseconds. */
  now: number;
}

export function KeyTable({ label, keys, others, list, now }: Props) {
  return (
    <Table label={label}>
      <thead>
        <tr>
          <HeadCell>Name</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell>Scopes</HeadCell>
          <HeadCell>Last used</HeadCell>
          <HeadCell>Expires</HeadCell>
          <HeadCell>Created</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <Row key={key.id} id={`key-${key.id}`} className="target:bg-accent-soft">
            <Cell>
              <span className="flex max-w-48 min-w-32 flex-col gap-0.5">
                <Link
                  href={`${list}/${key.id}`}
                  className="font-medium break-words hover:text-accent hover:underline"
                >
                  {key.name}
                </Link>
                <code className="font-mono text-xs break-all text-quiet">{key.start}_…</code>
                <Rotation of={key} among={[...keys, ...others]} />
              </span>
            </Cell>
            <Cell isBesideTitle>
              <KeyState apiKey={key} />
            </Cell>
            <Cell label="Scopes">
              <Scopes scopes={key.scopes} />
            </Cell>
            <Cell label="Last used">
              <Use apiKey={key} now={now} />
            </Cell>
            <Cell label="Expires">
              <Expiry apiKey={key} now={now} />
            </Cell>
            <Cell label="Created">
              <span className="flex min-w-28 flex-col">
                <RelativeTime at={key.createdAt} now={now} />
                <span className="text-xs [overflow-wrap:anywhere] text-quiet">
                  <Breakable text={key.creator} />
                </span>
              </span>
            </Cell>
            <ActionCell>
              <KeyMenu apiKey={actedKey(key)} />
            </ActionCell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
