import { z } from "zod";
import type { BoundedCount } from "@/lib/domain/bounded-count";
import type { TenancyContext } from "@/lib/domain/context";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";

/** A row of "TimelineEvent". */
export const EventRow = z.object({
  id: z.string(),
  kind: z.string(),
  reason: z.string().nullable(),
  sub: z.string().nullable(),
  email: z.string().nullable(),
  passkeyId: z.string().nullable(),
  challengeId: z.string().nullable(),
  requestId: z.string().nullable(),
  addressPrefix: z.string().nullable(),
  userAgent: z.string().nullable(),
  origin: z.string().nullable(),
  count: z.int(),
});
export type EventRow = z.infer<typeof EventRow>;

const columns = Prisma.raw(
  Object.keys(EventRow.shape)
    .map((column) => `e."${column}"`)
    .join(", "),
);

const Searched = z.object({ searched: z.int(), lastSearched: z.string().nullable() });
// Without a match there is one row, with a null id.
const Row = z.union([Searched.extend({ id: z.null() }), EventRow.extend(Searched.shape)]);

/** The ids to read: `fromId` is inclusive, `beforeId` exclusive. */
interface IdRange {
  fromId?: string | undefined;
  beforeId?: string | undefined;
}

interface Scan extends IdRange {
  /** The indexed column to read by, and a few values; all of the tenancy's events without one. */
  by?: { column: "sub" | "email" | "reason" | "kind"; values: readonly string[] } | undefined;
  /** Condition on event `e` that the index doesn't cover. */
  filter?: Prisma.Sql | undefined;
  rows: number;
}

export interface Scanned<T> {
  rows: T[];
  /** Set when the search read as many events as it may: it found all matches down to this id. */
  searchedTo: string | null;
}

// ULIDs are smaller.
const afterAllIds = "~";

/**
 * Selects events in the order of their ids, one index range per value. Ranges and an order by both
 * columns, because with an equality PostgreSQL may walk the primary key through all events for a rare
 * value.
 */
function selectEvents(
  ctx: TenancyContext,
  { by, fromId = "", beforeId = afterAllIds }: Pick<Scan, "by" | keyof IdRange>,
  max: number,
): Prisma.Sql {
  const ofTenancy = Prisma.sql`
    SELECT e.* FROM "TimelineEvent" e WHERE e."tenancyId" = ${ctx.tenancy.id}`;
  if (by === undefined)
    return Prisma.sql`${ofTenancy} AND e."id" >= ${fromId} AND e."id" < ${beforeId}
      ORDER BY e."id" DESC LIMIT ${max}`;
  const column = Prisma.raw(`e."${by.column}"`);
  const ranges = by.values.map(
    (value) => Prisma.sql`(
      ${ofTenancy} AND ${column} IS NOT NULL AND (${column}, e."id") >= (${value}, ${fromId})
        AND (${column}, e."id") < (${value}, ${beforeId})
      ORDER BY ${column} DESC, e."id" DESC LIMIT ${max})`,
  );
  return Prisma.sql`
    SELECT * FROM (${Prisma.join(ranges, " UNION ALL ")}) e ORDER BY e."id" DESC LIMIT ${max}`;
}

const Counted = z.object({ searched: z.int(), count: z.int() });

/**
 * Counts a tenancy's timeline events, those of a counted flood included. Reads a bounded number of
 * rows, by the same index as `scanEvents`.
 */
export async function countScanned(
  ctx: TenancyContext,
  { filter, ...scan }: Omit<Scan, "rows">,
): Promise<BoundedCount> {
  const max = filter === undefined ? limits.countedRows + 1 : limits.searchedRows;
  const [row] = await ctx.db.query(Counted)`
    SELECT count(*)::int AS "searched",
      LEAST(COALESCE(sum(e."count") FILTER (WHERE ${filter ?? Prisma.sql`TRUE`}), 0),
        ${limits.countedRows + 1})::int AS "count"
    FROM (${selectEvents(ctx, scan, max)}) e`;
  const { searched = 0, count = 0 } = row ?? {};
  return { count, isExact: searched < max || count > limits.countedRows };
}

/** Reads a tenancy's timeline events, newest first. Raw: lists must read their index. */
export async function scanEvents(ctx: TenancyContext, scan: Scan): Promise<Scanned<EventRow>> {
  const { filter, rows } = scan;
  const max = filter === undefined ? rows : limits.searchedRows;
  const found = await ctx.db.query(Row)`
    WITH searched AS MATERIALIZED (${selectEvents(ctx, scan, max)})
    SELECT s.*, ${columns}
    FROM (SELECT count(*)::int AS "searched", min("id") AS "lastSearched" FROM searched) s
    LEFT JOIN LATERAL (
      SELECT e.* FROM searched e WHERE ${filter ?? Prisma.sql`TRUE`}
      ORDER BY e."id" DESC LIMIT ${rows}
    ) e ON TRUE
    ORDER BY e."id" DESC`;
  const { searched = 0, lastSearched = null } = found[0] ?? {};
  const events = found.filter((row) => row.id !== null);
  const isCut = filter !== undefined && searched === max && events.length < rows;
  return { rows: events, searchedTo: isCut ? lastSearched : null };
}
