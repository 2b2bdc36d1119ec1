import { smallestIdAt } from "@/lib/domain/audit/event-time";
import type { BoundedCount } from "@/lib/domain/bounded-count";
import type { TenancyContext } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";
import { cutPage } from "./cut-page";
import { concerns, findParties, type Parties } from "./find-parties";
import { type KindFilter, kindsOf } from "./kind-filter";
import { nameEntries } from "./name-entries";
import { countScanned, scanEvents } from "./scan-events";
import { entryOfEvent, type TimelinePage } from "./timeline-entry";

export interface TimelineSearch {
  /** A kind or a group of kinds. */
  kind?: KindFilter | undefined;
  reason?: string | undefined;
  /** An email, a part of an email or a name, or the start of an id of a user. */
  who?: string | undefined;
  requestId?: string | undefined;
  /** Milliseconds; `fromMs` is inclusive, `toMs` exclusive. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
  /** An event's id: returns only older ones. */
  before?: string | undefined;
}

const smallest = (ids: (string | undefined)[]) => ids.filter((id) => id !== undefined).sort()[0];

/** The columns with an index, and the values to read. */
type Indexed = Partial<Record<"sub" | "email" | "reason" | "kind", readonly string[]>>;

/** Conditions that no index covers. */
const conditionsOf = (
  indexed: Indexed,
  { requestId, text }: { requestId: string | undefined; text: string | undefined },
): Prisma.Sql[] => [
  ...Object.entries(indexed).map(
    ([column, values]) => Prisma.sql`${Prisma.raw(`e."${column}"`)} = ANY (${[...values]}::text[])`,
  ),
  ...(requestId === undefined ? [] : [Prisma.sql`e."requestId" = ${requestId}`]),
  ...(text === undefined ? [] : [concerns(text)]),
];

/** The indexes to read: by user and by mailbox, else by reason or kind, else all events. */
function readsOf(parties: Parties | undefined, indexed: Indexed) {
  if (parties !== undefined)
    return [
      { by: { column: "sub" as const, values: parties.subs }, rest: indexed },
      { by: { column: "email" as const, values: parties.emails }, rest: indexed },
    ].filter(({ by }) => by.values.length > 0);
  const { reason, kind } = indexed;
  if (reason !== undefined)
    return [{ by: { column: "reason" as const, values: reason }, rest: kind ? { kind } : {} }];
  return [{ by: kind && { column: "kind" as const, values: kind }, rest: {} }];
}

/** The columns that a search names, each with an index. */
const indexedOf = ({ kind, reason }: Pick<TimelineSearch, "kind" | "reason">): Indexed => ({
  ...(reason === undefined ? {} : { reason: [reason] }),
  ...(kind === undefined ? {} : { kind: kindsOf(kind) }),
});

const filterOf = (conditions: Prisma.Sql[]) =>
  conditions.length === 0 ? undefined : Prisma.join(conditions, " AND ");

/**
 * Counts the events that match a search without a user, on all pages. The numbers of the overview
 * link to such searches. Reads a bounded number of events by the index of the page.
 */
export async function countTimeline(
  ctx: TenancyContext,
  { kind, reason, requestId, fromMs, toMs }: Omit<TimelineSearch, "who" | "before">,
): Promise<BoundedCount> {
  const [read] = readsOf(undefined, indexedOf({ kind, reason }));
  return countScanned(ctx, {
    by: read?.by,
    filter: filterOf(conditionsOf(read?.rest ?? {}, { requestId, text: undefined })),
    fromId: fromMs === undefined ? undefined : smallestIdAt(fromMs),
    beforeId: toMs === undefined ? undefined : smallestIdAt(toMs),
  });
}

/**
 * Returns a page of a tenancy's timeline, newest first. Reads the events of the named users and
 * mailboxes by index, also the oldest ones. Without them, or if the text names many, reads one index:
 * by reason or kind, whichever is given first. Further filters read a bounded number of events, and
 * the page says how far it searched.
 */
export async function findTimeline(
  ctx: TenancyContext,
  { kind, reason, who, requestId, fromMs, toMs, before }: TimelineSearch,
  pageSize: number,
): Promise<TimelinePage> {
  const parties = who === undefined ? undefined : await findParties(ctx, who);
  const text = parties === "many" ? who : undefined;
  const reads = readsOf(parties === "many" ? undefined : parties, indexedOf({ kind, reason }));
  const read = await Promise.all(
    reads.map(({ by, rest }) =>
      scanEvents(ctx, {
        by,
        filter: filterOf(conditionsOf(rest, { requestId, text })),
        fromId: fromMs === undefined ? undefined : smallestIdAt(fromMs),
        beforeId: smallest([before, toMs === undefined ? undefined : smallestIdAt(toMs)]),
        rows: pageSize + 1,
      }),
    ),
  );
  const found = read.flatMap(({ rows }) => rows.map(entryOfEvent));
  const { shown, ...page } = cutPage(found, read, pageSize);
  return { entries: await nameEntries(ctx, shown), ...page };
}
