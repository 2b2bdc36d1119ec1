import { Badge, type BadgeTone } from "@/components/ui/badge";
import { LocalTime } from "@/components/ui/local-time";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import type { ApiKeyState, ListedApiKey } from "@/lib/domain/api-key/list-api-keys";
import { KeyMenu } from "./key-menu";

const states: Record<ApiKeyState, { tone: BadgeTone; word: string }> = {
  live: { tone: "good", word: "Live" },
  locked: { tone: "warning", word: "Locked" },
  expired: { tone: "neutral", word: "Expired" },
  revoked: { tone: "bad", word: "Revoked" },
};

const Moment = ({ at, never }: { at: number | null; never: string }) =>
  at === null ? <span className="text-quiet">{never}</span> : <LocalTime at={at} />;

/** Shows which key replaced which, if both are on the page. */
function Rotation({ of, among }: { of: ListedApiKey; among: readonly ListedApiKey[] }) {
  const newer = among.find(({ id }) => id === of.replacedById);
  const older = among.find(({ replacedById }) => replacedById === of.id);
  const link = (label: string, { id, start }: ListedApiKey) => (
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
      {older && link("Takes the place of", older)}
    </>
  );
}

export function KeyTable({
  label,
  keys,
  others,
}: {
  label: string;
  keys: readonly ListedApiKey[];
  others: readonly ListedApiKey[];
}) {
  return (
    <Table label={label}>
      <thead>
        <tr>
          <HeadCell>Name</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell>Scopes</HeadCell>
          <HeadCell>Last used</HeadCell>
          <HeadCell>Expires</HeadCell>
          <HeadCell>
            <span className="sr-only">Acts</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <Row key={key.id} id={`key-${key.id}`} className="scroll-mt-20 target:bg-accent-soft">
            <Cell>
              <span className="flex min-w-40 flex-col gap-0.5">
                <span className="font-medium break-words">{key.name}</span>
                <code className="font-mono text-xs text-quiet">{key.start}_…</code>
                <Rotation of={key} among={[...keys, ...others]} />
              </span>
            </Cell>
            <Cell>
              <Badge tone={states[key.state].tone}>{states[key.state].word}</Badge>
            </Cell>
            <Cell>
              <span className="flex max-w-64 flex-wrap gap-1">
                {key.scopes.map((scope) => (
                  <code key={scope} className="rounded bg-sunken px-1.5 py-0.5 font-mono text-xs">
                    {scope === "*" ? "full access" : scope}
                  </code>
                ))}
              </span>
            </Cell>
            <Cell>
              <Moment at={key.lastUsedAt} never="Never" />
            </Cell>
            <Cell>
              <Moment at={key.expiresAt} never="Never" />
            </Cell>
            <Cell className="text-right">
              <KeyMenu
                apiKey={{
                  id: key.id,
                  name: key.name,
                  start: key.start,
                  state: key.state,
                  isReplaced: key.replacedById !== null,
                }}
              />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
