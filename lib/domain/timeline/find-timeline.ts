import { smallestIdAt, timeOfId } from "@/lib/domain/audit/event-time";
import type { TenancyContext } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";
import { nameEntries } from "./name-entries";
import { scanEvents } from "./scan-events";
import { entryOfEvent, type TimelinePage } from "./timeline-entry";
import { kindGroups } from "./timeline-event";

export interface TimelineSearch {
  /** A kind, or a group of `kindGroups`. */
  kind?: string | undefined;
  reason?: string | undefined;
  /** Normalized. */
  email?: string | undefined;
  requestId?: string | undefined;
  /** Milliseconds; `fromMs` is inclusive, `toMs` exclusive. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
  /** An event's id: returns only older ones. */
  before?: string | undefined;
}

const smallest = (ids: (string | undefined)[]) => ids.filter((id) => id !== undefined).sort()[0];

/**
 * Returns a page of a tenancy's timeline, newest first. Reads one index: by mailbox, reason or kind,
 * whichever is given first. Further filters read a bounded number of events, and the page says how
 * far it searched.
 */
export async function findTimeline(
  ctx: TenancyContext,
  { kind, reason, email, requestId, fromMs, toMs, before }: TimelineSearch,
  pageSize: number,
): Promise<TimelinePage> {
  const group = kind === undefined ? undefined : kindGroups[kind];
  const oneKind = group === undefined ? kind : undefined;
  const [by, ...others] = Object.entries({ email, reason, kind: oneKind, requestId }).filter(
    (entry): entry is ["email" | "reason" | "kind" | "requestId", string] => entry[1] !== undefined,
  );
  const isIndexed = by !== undefined && by[0] !== "requestId";
  const conditions = (isIndexed || by === undefined ? others : [by, ...others]).map(
    ([column, value]) => Prisma.sql`${Prisma.raw(`e."${column}"`)} = ${value}`,
  );
  if (group !== undefined) conditions.push(Prisma.sql`e."kind" = ANY (${[...group]}::text[])`);
  const { rows, searchedTo } = await scanEvents(ctx, {
    by: isIndexed ? { column: by[0] as "email" | "reason" | "kind", value: by[1] } : undefined,
    filter: conditions.length === 0 ? undefined : Prisma.join(conditions, " AND "),
    fromId: fromMs === undefined ? undefined : smallestIdAt(fromMs),
    beforeId: smallest([before, toMs === undefined ? undefined : smallestIdAt(toMs)]),
    rows: pageSize + 1,
  });
  const shown = rows.slice(0, pageSize);
  return {
    entries: await nameEntries(ctx, shown.map(entryOfEvent)),
    next: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : searchedTo,
    searchedBackTo: searchedTo === null ? null : timeOfId(searchedTo),
  };
}
