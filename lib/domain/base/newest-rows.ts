import { Prisma } from "@/prisma/generated/client";
import { smallestIdAt } from "./event-time";

/** A part of a list whose ids begin with their time. */
export interface Span {
  /** Milliseconds; `fromMs` is inclusive, `toMs` exclusive. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
  /** The id of the last row of the previous page. Only older rows follow. */
  before?: string | undefined;
}

/** An indexed column, and a few values to read. */
export interface IndexedValues {
  column: string;
  values: readonly string[];
}

interface Rows extends Span {
  table: "AuditEvent" | "Challenge" | "Passkey" | "TimelineEvent";
  tenancyId: string;
  /** Needs an index by tenancy and column. All rows of the tenancy without it. */
  by?: IndexedValues | undefined;
  /** The condition of a partial index. */
  where?: Prisma.Sql | undefined;
}

export const newestFirst = (a: { id: string }, b: { id: string }) => (a.id < b.id ? 1 : -1);

// All ids are between these.
const smallestId = "";
const largestId = "~";

function idRangeOf({ fromMs, toMs, before = largestId }: Span) {
  const from = fromMs === undefined ? smallestId : smallestIdAt(fromMs);
  const to = toMs === undefined ? largestId : smallestIdAt(toMs);
  return { from, below: before < to ? before : to };
}

/**
 * Returns a query of a tenancy's newest rows, for a number of rows. With `by`, it reads one range of the
 * index per value, up to that number of rows each. Three parts only guide the planner of PostgreSQL:
 * - It compares and orders by both columns. With `column = value`, PostgreSQL may look for a rare
 *   value in the primary key, through all rows.
 * - It limits the values to their number. Without that, PostgreSQL expects ten values and plans each
 *   statement anew.
 * - It excludes null. Without that, PostgreSQL may not use a partial index.
 */
export function newestRows({ table, tenancyId, by, where, ...span }: Rows) {
  const { from, below } = idRangeOf(span);
  const ofTenancy = Prisma.sql`
    SELECT e.* FROM ${Prisma.raw(`"${table}"`)} e
    WHERE e."tenancyId" = ${tenancyId} AND ${where ?? Prisma.sql`TRUE`}`;
  if (by === undefined)
    return (bound: Prisma.Sql | number) => Prisma.sql`
      ${ofTenancy} AND e."id" >= ${from} AND e."id" < ${below} ORDER BY e."id" DESC LIMIT ${bound}`;
  const column = Prisma.raw(`e."${by.column}"`);
  return (bound: Prisma.Sql | number) => Prisma.sql`
    SELECT e.* FROM (
      SELECT unnest(${[...by.values]}::text[]) AS "value" LIMIT ${by.values.length}
    ) v CROSS JOIN LATERAL (
      ${ofTenancy} AND ${column} IS NOT NULL
        AND (${column}, e."id") >= (v."value", ${from})
        AND (${column}, e."id") < (v."value", ${below})
      ORDER BY ${column} DESC, e."id" DESC LIMIT ${bound}
    ) e ORDER BY e."id" DESC LIMIT ${bound}`;
}
