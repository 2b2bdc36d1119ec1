import { z } from "zod";
import { limits } from "@/lib/limits";
import type { TenancyContext } from "@/lib/domain/context";
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
export interface IdRange {
  fromId?: string | undefined;
  beforeId?: string | undefined;
}

interface Scan extends IdRange {
  /** The indexed column to read by; all of the tenancy's events without one. */
  by?: { column: "sub" | "email" | "reason" | "kind"; value: string } | undefined;
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
 * Reads a tenancy's timeline events, newest first. Raw: ranges and an order by both columns, because
 * with an equality PostgreSQL may walk the primary key through all events for a rare value.
 */
export async function scanEvents(
  ctx: TenancyContext,
  { by, filter, fromId = "", beforeId = afterAllIds, rows }: Scan,
): Promise<Scanned<EventRow>> {
  const max = filter === undefined ? rows : limits.searchedRows;
  const column = by === undefined ? undefined : Prisma.raw(`e."${by.column}"`);
  const range =
    column === undefined
      ? Prisma.sql`e."id" >= ${fromId} AND e."id" < ${beforeId}`
      : Prisma.sql`${column} IS NOT NULL AND (${column}, e."id") >= (${by?.value}, ${fromId})
          AND (${column}, e."id") < (${by?.value}, ${beforeId})`;
  const order = column === undefined ? Prisma.empty : Prisma.sql`${column} DESC, `;
  const found = await ctx.db.query(Row)`
    WITH searched AS MATERIALIZED (
      SELECT e.* FROM "TimelineEvent" e WHERE e."tenancyId" = ${ctx.tenancy.id} AND ${range}
      ORDER BY ${order}e."id" DESC LIMIT ${max}
    )
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
