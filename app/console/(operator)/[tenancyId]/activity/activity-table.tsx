import { providerName } from "@/app/console/(operator)/[tenancyId]/challenges/provider-name";
import { describeNetwork } from "@/app/console/describe-network";
import { Link } from "@/app/console/link";
import { Badge } from "@/components/ui/badge";
import { EventTime } from "@/components/ui/local-time";
import { Marked } from "@/components/ui/marked";
import { oneLineLook } from "@/components/ui/one-line";
import { Cell, HeadCell, Row, RowLink, Table } from "@/components/ui/table";
import { TimeHeading } from "@/components/ui/time-zone";
import { describeBrowser } from "@/lib/domain/base/describe-browser";
import type { TimelineEntry } from "@/lib/domain/history/timeline-search/timeline-entry";
import { linkLook } from "./entry-facts";
import { pageOfParty } from "./event-links";
import { entryWords, toneOf } from "./event-words";
import { operationWords } from "./operation-words";
import { wordsOfRefusal } from "./reason-words";
import { reportWords } from "./report-words";

/** Two lines fit twelve times on a screen of 800 px. */
const rowLook = "sm:!py-0.75";
const secondLook = "text-xs text-quiet";

interface Place {
  /** The tenancy's pages. */
  path: string;
  /** The list with the facts of one event. */
  hrefOfEvent: (id: string) => string;
  /** What the reader searched for. */
  text: string | undefined;
  /** In ms. */
  now: number;
}

/**
 * What happened, and why it failed. A refused request says only why, for which origin, and at which
 * endpoint.
 */
export function wordsOfEvent(entry: TimelineEntry): { what: string; why: string | undefined } {
  const { kind, reason, origin, operation, field } = entry;
  const what = entryWords(kind, reason);
  if (reason === null) return { what, why: undefined };
  const endpoint = operation === null ? undefined : operationWords(operation);
  const why = reportWords(entry) ?? wordsOfRefusal(reason, origin);
  const named = field === null ? why : `${why}: ${field}`;
  if (kind === "request.refused") return { what: named, why: origin ?? endpoint };
  if (origin !== null) return { what, why: `${named}: ${origin}` };
  // Other reasons say which step failed.
  const isInput = reason === "BadRequest" && endpoint !== undefined;
  return { what, why: isInput ? `${named} · ${endpoint}` : named };
}

/** What happened, and below it in full why. Only failures have a badge. */
function What({ entry, href }: { entry: TimelineEntry; href: string }) {
  const { what, why } = wordsOfEvent(entry);
  const isFailure = toneOf(entry.kind) === "bad";
  return (
    <span className="flex min-w-0 flex-col items-start">
      <span className="flex flex-wrap items-center gap-x-2">
        <RowLink
          href={href}
          scroll={false}
          prefetch={false}
          className={isFailure ? "rounded-full" : "rounded !font-normal"}
        >
          {isFailure ? <Badge tone="bad">{what}</Badge> : what}
        </RowLink>
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
  // A phone's card shows no label for an empty cell.
  if (browser === "" && network === "" && !isElsewhere) return null;
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

/** Whom the event concerns, with a link to their page. */
function Party({
  entry,
  path,
  text,
}: Omit<Place, "hrefOfEvent" | "now"> & { entry: TimelineEntry }) {
  const who = entry.user?.name ?? entry.email ?? "Unknown";
  const href = pageOfParty(entry, path);
  const words = <Marked text={who} search={text} />;
  if (href === undefined) return <span className="text-quiet">{words}</span>;
  return (
    <Link
      href={href}
      title={who}
      className={
        `${oneLineLook} min-w-0 ${linkLook} hover:decoration-current focus-visible:decoration-current ` +
        (entry.user === null ? "text-quiet" : "font-medium")
      }
    >
      {words}
    </Link>
  );
}

/** The passkey, or the provider of the code's email. The event's facts link to them. */
function Means({ entry: { passkey, challenge } }: { entry: TimelineEntry }) {
  const provider = challenge?.provider ?? null;
  const words =
    passkey === null
      ? provider !== null && providerName(provider)
      : passkey.exists
        ? `${passkey.provider}${passkey.isOthers ? " of another user" : ""}`
        : "Deleted passkey";
  return words && <span className={`max-w-full ${oneLineLook} ${secondLook}`}>{words}</span>;
}

function EventRow({ entry, hrefOfEvent, now, ...place }: Place & { entry: TimelineEntry }) {
  return (
    <Row>
      <Cell className={rowLook}>
        <What entry={entry} href={hrefOfEvent(entry.id)} />
      </Cell>
      <Cell label="User" className={rowLook}>
        <span className="flex min-w-0 flex-col items-start">
          <Party entry={entry} {...place} />
          <Means entry={entry} />
        </span>
      </Cell>
      <Cell label="Device" className={rowLook}>
        <Device entry={entry} />
      </Cell>
      <Cell label="When" className={`${rowLook} text-quiet`}>
        <EventTime at={entry.at} now={now} />
      </Cell>
    </Row>
  );
}

/** Events of a tenancy. A row opens the event's facts. Only its user or mailbox is another link. */
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
