import { describeNetwork } from "@/app/console/describe-network";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/local-time";
import { Marked } from "@/components/ui/marked";
import { oneLineLook } from "@/components/ui/one-line";
import { ActionCell, Cell, HeadCell, Row, RowLink, Table } from "@/components/ui/table";
import { describeBrowser } from "@/lib/domain/describe-browser";
import type { TimelineEntry } from "@/lib/domain/timeline-search/timeline-entry";
import { Details } from "./entry-facts";
import { linksOfEvent, pageOfEvent } from "./event-links";
import { EventMenu } from "./event-menu";
import { entryWords, toneOf } from "./event-words";
import { wordsOfRefusal } from "./reason-words";
import { reportWords } from "./report-words";

interface Place {
  /** The tenancy's pages. */
  path: string;
  mayReadSettings: boolean;
  /** What the reader searched for. */
  text: string | undefined;
  /** In ms. */
  now: number;
}

/** What happened, and why it failed. A refused request says only why, and for which origin. */
function wordsOfEvent(entry: TimelineEntry): { what: string; why: string | undefined } {
  const { kind, reason, origin } = entry;
  const what = entryWords(kind, reason);
  if (reason === null) return { what, why: undefined };
  const why = reportWords(entry) ?? wordsOfRefusal(reason, origin);
  if (kind === "request.refused") return { what: why, why: origin ?? undefined };
  return { what, why: origin === null ? why : `${why}: ${origin}` };
}

/** An event in one line. Only failures have a badge. */
function What({ entry }: { entry: TimelineEntry }) {
  const { what, why } = wordsOfEvent(entry);
  return (
    <span
      title={why === undefined ? what : `${what}. ${why}.`}
      className="flex min-w-0 items-center gap-x-2 max-sm:flex-wrap"
    >
      {toneOf(entry.kind) === "bad" ? (
        <Badge tone="bad">{what}</Badge>
      ) : (
        <span className={why === undefined ? "truncate" : "whitespace-nowrap"}>{what}</span>
      )}
      {entry.count > 1 && <span className="whitespace-nowrap text-quiet">{entry.count} times</span>}
      {why !== undefined && (
        <span className="truncate text-quiet max-sm:whitespace-normal">{why}</span>
      )}
    </span>
  );
}

/** The browser, and on hover or on a phone its network; nothing for a backend. */
function Device({ entry: { userAgent, addressPrefix } }: { entry: TimelineEntry }) {
  const browser = userAgent === null ? "" : describeBrowser(userAgent).name;
  const network = addressPrefix === null ? "" : `from ${describeNetwork(addressPrefix)}`;
  return (
    <span title={`${browser} ${network}`.trim()} className={`${oneLineLook} text-quiet`}>
      {browser} <span className={browser === "" ? "" : "sm:hidden"}>{network}</span>
    </span>
  );
}

function EventRow({ entry, text, now, ...place }: Place & { entry: TimelineEntry }) {
  const who = entry.user?.name ?? entry.email ?? "Unknown";
  const isKnown = entry.user !== null;
  return (
    <Row>
      <Cell>
        <What entry={entry} />
      </Cell>
      <Cell label="User">
        <RowLink
          href={pageOfEvent(entry, place)}
          title={who}
          className={`${oneLineLook} min-w-0 rounded ${isKnown ? "" : "!font-normal text-quiet"}`}
        >
          <Marked text={who} search={text} />
        </RowLink>
      </Cell>
      <Cell label="Details">
        <span className="flex min-w-0 gap-x-2 sm:[&>*]:truncate">
          <Details entry={entry} path={place.path} />
        </span>
      </Cell>
      <Cell label="Device">
        <Device entry={entry} />
      </Cell>
      <Cell label="When" className="text-quiet">
        <RelativeTime at={entry.at} now={now} />
      </Cell>
      <ActionCell>
        <EventMenu
          label={entryWords(entry.kind, entry.reason)}
          requestId={entry.requestId}
          links={linksOfEvent(entry, place)}
        />
      </ActionCell>
    </Row>
  );
}

/** Events of a tenancy. A row opens its user. */
export function ActivityTable({
  entries,
  ...place
}: Place & { entries: readonly TimelineEntry[] }) {
  return (
    <Table label="Activity" isFixed>
      <thead>
        <tr>
          <HeadCell>Event</HeadCell>
          <HeadCell className="sm:w-[21%]">User</HeadCell>
          <HeadCell className="sm:w-[13.5%]">Details</HeadCell>
          <HeadCell className="sm:w-[16%]">Device</HeadCell>
          <HeadCell className="sm:w-[11%]">When</HeadCell>
          <HeadCell className="sm:w-10">
            <span className="sr-only">Menu</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <EventRow key={entry.id} entry={entry} {...place} />
        ))}
      </tbody>
    </Table>
  );
}
