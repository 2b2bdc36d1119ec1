import { scopeWords } from "@/app/console/(operator)/[tenancyId]/api-keys/new-key";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/local-time";
import { ActionCell, Cell, HeadCell, Row, Table } from "@/components/ui/table";
import type { KeyCalls } from "@/lib/domain/activity/key-calls";
import type { ApiKeyState, ListedApiKey } from "@/lib/domain/api-key/list-api-keys";
import type { ApiKeyScope } from "@/lib/domain/api-key/scope";
import { KeyMenu } from "./key-menu";

/** A key as the table shows it. */
export interface ShownKey extends ListedApiKey {
  creator: string;
  calls: KeyCalls;
}

const states: Record<ApiKeyState, { tone: BadgeTone; word: string }> = {
  live: { tone: "good", word: "Active" },
  locked: { tone: "warning", word: "Locked" },
  expired: { tone: "neutral", word: "Expired" },
  revoked: { tone: "bad", word: "Revoked" },
};

const number = new Intl.NumberFormat("en");

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

function Scopes({ scopes }: { scopes: readonly string[] }) {
  return (
    <span className="flex min-w-44 max-w-60 flex-wrap gap-1 max-sm:justify-end">
      {scopes.map((scope) => (
        <span
          key={scope}
          title={scope}
          className="rounded bg-sunken px-1.5 py-0.5 text-xs whitespace-nowrap"
        >
          {scope in scopeWords ? scopeWords[scope as ApiKeyScope].name : scope}
        </span>
      ))}
    </span>
  );
}

function Use({ apiKey: { lastUsedAt, calls }, now }: { apiKey: ShownKey; now: number }) {
  const { today, perDay } = calls;
  return (
    <span className="flex flex-col whitespace-nowrap max-sm:items-end">
      {lastUsedAt === null ? (
        <span className="text-quiet">Never</span>
      ) : (
        <RelativeTime at={lastUsedAt} now={now} />
      )}
      {perDay !== null && (
        <span
          className="text-xs text-quiet"
          title="Average of the last seven days. A day starts at 00:00 UTC."
        >
          {number.format(perDay)} calls per day
        </span>
      )}
      <span className="text-xs text-quiet">{number.format(today)} today</span>
    </span>
  );
}

function Expiry({ apiKey, now }: { apiKey: ShownKey; now: number }) {
  const { expiresAt, isExpiringSoon } = apiKey;
  if (expiresAt === null) return <span className="text-quiet">Never</span>;
  const time = <RelativeTime at={expiresAt} now={now} />;
  return isExpiringSoon ? <Badge tone="warning">{time}</Badge> : time;
}

interface Props {
  label: string;
  keys: readonly ShownKey[];
  /** Keys of the other table, to which a rotation may link. */
  others: readonly ShownKey[];
  /** Epoch milliseconds. */
  now: number;
}

export function KeyTable({ label, keys, others, now }: Props) {
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
          <Row key={key.id} id={`key-${key.id}`} className="scroll-mt-20 target:bg-accent-soft">
            <Cell>
              <span className="flex min-w-32 flex-col gap-0.5 max-sm:pr-10">
                <span className="font-medium break-words">{key.name}</span>
                <code className="font-mono text-xs text-quiet">{key.start}_…</code>
                <Rotation of={key} among={[...keys, ...others]} />
              </span>
            </Cell>
            <Cell label="State">
              <Badge tone={states[key.state].tone}>{states[key.state].word}</Badge>
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
              <span className="flex max-w-36 min-w-0 flex-col max-sm:max-w-52 max-sm:items-end">
                <RelativeTime at={key.createdAt} now={now} />
                <span className="max-w-full truncate text-xs text-quiet" title={key.creator}>
                  {key.creator}
                </span>
              </span>
            </Cell>
            <ActionCell>
              <KeyMenu
                apiKey={{
                  id: key.id,
                  name: key.name,
                  start: key.start,
                  state: key.state,
                  isReplaced: key.replacedById !== null,
                }}
              />
            </ActionCell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
