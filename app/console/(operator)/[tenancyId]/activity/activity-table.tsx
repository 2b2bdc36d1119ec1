import { describeNetwork } from "@/app/console/describe-network";
import { Badge } from "@/components/ui/badge";
import { EventTime } from "@/components/ui/local-time";
import { Marked } from "@/components/ui/marked";
import { oneLineLook } from "@/components/ui/one-line";
import { ActionCell, Cell, HeadCell, Row, RowLink, Table } from "@/components/ui/table";
import { TimeHeading } from "@/components/ui/time-zone";
import { describeBrowser } from "@/lib/domain/describe-browser";
import type { TimelineEntry } from "@/lib/domain/timeline-search/timeline-entry";
import { Details } from "./entry-facts";
import { linksOfEvent, pageOfEvent } from "./event-links";
import { EventMenu } from "./event-menu";
import { entryWords, toneOf } from "./event-words";
import { wordsOfRefusal } from "./reason-words";
import { reportWords } from "./report-words";

/** Two lines fit twelve times on a screen of 800 px. */
const rowLook = "sm:!py-0.75";
const secondLook = "text-xs text-quiet";

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

/** What happened, and below it in full why. Only failures have a badge. */
function What({ entry }: { entry: TimelineEntry }) {
  const { what, why } = wordsOfEvent(entry);
  return (
    <span className="flex min-w-0 flex-col items-start">
      <span className="flex flex-wrap items-center gap-x-2">
        {toneOf(entry.kind) === "bad" ? <Badge tone="bad">{what}</Badge> : <span>{what}</span>}
        {entry.count > 1 && <span className="text-quiet">{entry.count} times</span>}
      </span>
      {why !== undefined && (
        <span className={`${secondLook} text-pretty [overflow-wrap:anywhere]`}>{why}</span>
      )}
    </span>
  );
}

/** The browser, and below it how it reached the authenticator, or its network; nothing for a backend. */
function Device({ entry }: { entry: TimelineEntry }) {
  const { userAgent, addressPrefix, authenticatorAttachment } = entry;
  const browser = userAgent === null ? "" : describeBrowser(userAgent).name;
  const network = addressPrefix === null ? "" : `from ${describeNetwork(addressPrefix)}`;
  const isElsewhere = authenticatorAttachment === "cross-platform";
  return (
    <span
      title={`${browser} ${network}`.trim() || undefined}
      className="flex min-w-0 flex-col items-start text-quiet"
    >
      <span className={oneLineLook}>{browser || network}</span>
      {isElsewhere && <span className={secondLook}>Phone or security key</span>}
      {!isElsewhere && browser !== "" && network !== "" && (
        <span className={`${secondLook} ${oneLineLook}`}>{network}</span>
      )}
    </span>
  );
}

function EventRow({ entry, text, now, ...place }: Place & { entry: TimelineEntry }) {
  const who = entry.user?.name ?? entry.email ?? "Unknown";
  const isKnown = entry.user !== null;
  return (
    <Row>
      <Cell className={rowLook}>
        <What entry={entry} />
      </Cell>
      <Cell label="User" className={rowLook}>
        <span className="flex min-w-0 flex-col items-start">
          <RowLink
            href={pageOfEvent(entry, place)}
            title={who}
            className={`${oneLineLook} min-w-0 rounded ${isKnown ? "" : "!font-normal text-quiet"}`}
          >
            <Marked text={who} search={text} />
          </RowLink>
          <span className={`flex max-w-full min-w-0 flex-wrap gap-x-2 ${secondLook}`}>
            <Details entry={entry} path={place.path} />
          </span>
        </span>
      </Cell>
      <Cell label="Device" className={rowLook}>
        <Device entry={entry} />
      </Cell>
      <Cell label="When" className={`${rowLook} text-quiet`}>
        <EventTime at={entry.at} now={now} />
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
          <HeadCell className="sm:w-[25%]">User</HeadCell>
          <HeadCell className="sm:w-[17%]">Device</HeadCell>
          <HeadCell className="sm:w-[17%]">
            <TimeHeading label="When" />
          </HeadCell>
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
