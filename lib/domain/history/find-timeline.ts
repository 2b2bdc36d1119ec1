import { smallestIdAt, timeOfId } from "@/lib/domain/audit/event-time";
import type { TenancyContext } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";
import { kindsOf, type KindFilter } from "./kind-filter";
import { nameEntries } from "./name-entries";
import { scanEvents } from "./scan-events";
import { entryOfEvent, type TimelinePage } from "./timeline-entry";

export interface TimelineSearch {
  /** A kind or a group of kinds. */
  kind?: KindFilter | undefined;
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
  const wanted = {
    email: email === undefined ? undefined : [email],
    reason: reason === undefined ? undefined : [reason],
    kind: kind === undefined ? undefined : kindsOf(kind),
  };
  const column = (["email", "reason", "kind"] as const).find((name) => wanted[name] !== undefined);
  const conditions = Object.entries({ ...wanted, requestId: requestId && [requestId] }).flatMap(
    ([name, values]) =>
      name === column || !values
        ? []
        : [Prisma.sql`${Prisma.raw(`e."${name}"`)} = ANY (${[...values]}::text[])`],
  );
  const { rows, searchedTo } = await scanEvents(ctx, {
    by: column && { column, values: wanted[column] ?? [] },
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
