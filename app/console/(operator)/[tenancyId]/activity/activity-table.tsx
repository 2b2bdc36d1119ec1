import { Link } from "@/app/console/link";
import { Badge } from "@/components/ui/badge";
import { Breakable } from "@/components/ui/breakable";
import { CopyText } from "@/components/ui/copy-text";
import { EventTime } from "@/components/ui/local-time";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import type { TimelineEntry } from "@/lib/domain/timeline-search/timeline-entry";
import { Details, Device, RefusedOrigin } from "./entry-facts";
import { entryWords, toneOf } from "./event-words";
import { wordsOfRefusal } from "./reason-words";
import { reportWords } from "./report-words";

function Person({ entry: { user, email }, path }: { entry: TimelineEntry; path: string }) {
  if (user === null)
    return (
      <span className="text-quiet">{email === null ? "Unknown" : <Breakable text={email} />}</span>
    );
  return (
    <Link
      href={`${path}/users/${user.sub}`}
      className="min-w-0 rounded font-medium hover:text-accent hover:underline"
    >
      <Breakable text={user.name} />
    </Link>
  );
}

interface Place {
  /** The tenancy's pages. */
  path: string;
  mayReadSettings: boolean;
  /** In ms. */
  now: number;
}

function EventRow({ entry, path, mayReadSettings, now }: Place & { entry: TimelineEntry }) {
  const { kind, reason, origin, count, requestId, at } = entry;
  return (
    <Row>
      <Cell>
        <span className="flex flex-col items-start gap-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Badge tone={toneOf(kind)}>{entryWords(kind, reason)}</Badge>
            {count > 1 && <span className="text-quiet">{count} times</span>}
          </span>
          {reason !== null && (
            <span title={reason}>{reportWords(entry) ?? wordsOfRefusal(reason, origin)}</span>
          )}
          {origin !== null && (
            <RefusedOrigin
              origin={origin}
              {...(mayReadSettings ? { settings: `${path}/settings` } : {})}
            />
          )}
        </span>
      </Cell>
      <Cell label="User" wraps>
        <Person entry={entry} path={path} />
      </Cell>
      <Cell label="Details">
        <span className="flex min-w-24 flex-col items-start">
          <Details entry={entry} path={path} />
          {requestId !== null && (
            <span className="flex flex-wrap items-baseline gap-x-1.5 text-quiet">
              Request <CopyText short text={requestId} label="request id" />
            </span>
          )}
        </span>
      </Cell>
      <Cell label="Device" className="text-quiet">
        <span className="block sm:min-w-28">
          <Device {...entry} />
        </span>
      </Cell>
      <Cell label="When" className="text-quiet">
        <EventTime at={at} now={now} />
      </Cell>
    </Row>
  );
}

/** Events of a tenancy, each with a link to its user. */
export function ActivityTable({
  entries,
  ...place
}: Place & { entries: readonly TimelineEntry[] }) {
  return (
    <Table label="Activity">
      <thead>
        <tr>
          <HeadCell>Event</HeadCell>
          <HeadCell>User</HeadCell>
          <HeadCell>Details</HeadCell>
          <HeadCell>Device</HeadCell>
          <HeadCell>When</HeadCell>
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
