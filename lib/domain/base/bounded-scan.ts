// Reads lists at a bounded cost. A scan reads rows of a list in the order of an index, and tests each
// by the filter: the conditions that the index doesn't cover. A row that passes is a match. A scan with
// a filter stops after `bound` rows, even if its page isn't full, and the page says where it stopped.
// - `findMatches` reads the first matches of a scan, `findInTurn` those of scans that follow each other
// - `mergeScans` merges the matches of scans that share an order
// - `cutPage` makes a page of matches, `readPage` reads one of a single scan, `walkPages` reads them all
// - `countMatches` counts the matches, up to a bound

import { z } from "zod";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import type { TenancyContext } from "./context";
import { timeOfId } from "./event-time";
import { newestFirst } from "./newest-rows";

/**
 * Such as the challenges of a tenancy for a purpose, newest first:
 * - `rows`: `SELECT * FROM "Challenge" WHERE "tenancyId" = … ORDER BY "id" DESC LIMIT ${bound}`
 * - `alias` and `filter`: `c`, and `c."purpose" = 'login'`
 */
export interface Scan {
  /** Selects the first `bound` rows of the list, in its order and by an index. */
  rows: (bound: Prisma.Sql) => Prisma.Sql;
  /** The name of a row in `filter` and in a selection. */
  alias: "c" | "e" | "p" | "u";
  /** Condition on each row; undefined if every row is a match. */
  filter?: Prisma.Sql | undefined;
  /**
   * How many rows a page with a filter tests at most, unless it shows more. Default:
   * `limits.searchedRows`. `newestRows` reads as many for each of its values.
   */
  bound?: number;
}

/** What a list shows of a match. */
interface Selection<T, P = never> {
  Row: z.ZodType<T>;
  /** Parses the last row of a stopped scan instead of `Row`, if that may be a deleted entry's. */
  Position?: z.ZodType<P>;
  columns: Prisma.Sql;
  joins?: Prisma.Sql;
}

export interface Scanned<T, P = never> {
  matches: T[];
  /** The last row that a stopped scan read, match or not; null if the scan didn't stop. */
  lastRead: T | P | null;
}

export interface Page<T> {
  entries: T[];
  /** Position of the last row, after which the next page begins; null on the last page. */
  next: string | null;
  /** Set when the scan stopped before the page was full: the time (ms) of the last row it read. */
  stoppedAt: number | null;
}

export const emptyPage = { entries: [], next: null, stoppedAt: null };

/** A number of entries, counted with a bounded cost. */
export interface BoundedCount {
  /** At most `limits.countedRows` + 1, which means "more than `limits.countedRows`". */
  count: number;
  /** False if the scan stopped before it had counted as many. Unread entries may match, too. */
  isExact: boolean;
}

/** Joins the conditions that apply; undefined if none does. */
export function allOf(
  conditions: readonly (Prisma.Sql | false | undefined)[],
): Prisma.Sql | undefined {
  const present = conditions.filter((condition) => typeof condition === "object");
  return present.length === 0 ? undefined : Prisma.join(present, " AND ");
}

/** How many rows a scan reads at most, to find this many matches. */
const boundOf = ({ filter, bound = limits.searchedRows }: Scan, maxMatches: number): number =>
  filter === undefined ? maxMatches : Math.max(maxMatches, bound);

/** As a literal, so that PostgreSQL sees how little a statement reads, and caches its plan. */
const literal = (rows: number): Prisma.Sql => Prisma.raw(String(rows));

/**
 * Selects the first `maxMatches` matches. If there are fewer among the first `bound` rows, it also
 * selects row number `bound`, where the scan stopped. Numbers and tests the rows in the order of the
 * scan, so PostgreSQL stops reading at the last match it needs.
 */
export function matchesStatement(
  scan: Scan,
  { columns, joins = Prisma.empty }: Omit<Selection<unknown>, "Row" | "Position">,
  maxMatches: number,
): Prisma.Sql {
  const row = Prisma.raw(scan.alias);
  const bound = literal(boundOf(scan, maxMatches));
  return Prisma.sql`
    SELECT ${columns}, ${row}."number", ${row}."isMatch"
    FROM (
      SELECT tested.* FROM (
        SELECT ${row}.*, (row_number() OVER ())::int AS "number",
          (${scan.filter ?? Prisma.sql`TRUE`}) IS TRUE AS "isMatch"
        FROM (${scan.rows(bound)}) ${row}
      ) tested
      WHERE tested."isMatch" OR tested."number" = ${bound} LIMIT ${literal(maxMatches)}
    ) ${row} ${joins}
    ORDER BY ${row}."number"`;
}

const TestedRow = z.looseObject({ number: z.int(), isMatch: z.boolean() });

/** Finds the first `maxMatches` rows that match. Raw, because Prisma can't filter a limited query. */
export async function findMatches<T, P = never>(
  { db }: Pick<TenancyContext, "db">,
  scan: Scan,
  { Row, Position, ...columns }: Selection<T, P>,
  maxMatches: number,
): Promise<Scanned<T, P>> {
  const rows = await db.query(TestedRow)(matchesStatement(scan, columns, maxMatches));
  const last = rows.at(-1);
  const isStopped = scan.filter !== undefined && last?.number === boundOf(scan, maxMatches);
  return {
    matches: rows.filter(({ isMatch }) => isMatch).map((row) => Row.parse(row)),
    lastRead: isStopped ? (Position ?? Row).parse(last) : null,
  };
}

/** Reads one scan after the other, until there are enough matches or a scan stops. */
export async function findInTurn<T, P = never>(
  ctx: Pick<TenancyContext, "db">,
  scans: readonly Scan[],
  { selection, maxMatches }: { selection: Selection<T, P>; maxMatches: number },
): Promise<Scanned<T, P>> {
  const matches: T[] = [];
  for (const scan of scans) {
    const found = await findMatches(ctx, scan, selection, maxMatches);
    matches.push(...found.matches);
    if (matches.length >= maxMatches || found.lastRead !== null)
      return { matches, lastRead: found.lastRead };
  }
  return { matches, lastRead: null };
}

/** Makes a page of up to `pageSize + 1` matches: the last one shows that another page follows. */
export function cutPage<T extends { id: string }, P extends { id: string } = never>(
  { matches, lastRead }: Scanned<T, P>,
  pageSize: number,
  positionOf: (row: T | P) => string = ({ id }) => id,
): Page<T> {
  const isFull = matches.length > pageSize;
  const last = (isFull ? matches[pageSize - 1] : lastRead) ?? null;
  return {
    entries: matches.slice(0, pageSize),
    next: last && positionOf(last),
    stoppedAt: isFull || last === null ? null : timeOfId(last.id),
  };
}

/** Reads one page of a scan. */
export const readPage = async <T extends { id: string }>(
  ctx: Pick<TenancyContext, "db">,
  scan: Scan,
  selection: Selection<T>,
  pageSize: number,
): Promise<Page<T>> => cutPage(await findMatches(ctx, scan, selection, pageSize + 1), pageSize);

/**
 * Merges scans by id, newest first. Leaves out matches that are older than the row where a scan stopped,
 * since that scan may have matches between them.
 */
export function mergeScans<T extends { id: string }>(scans: readonly Scanned<T>[]): Scanned<T> {
  const [lastRead = null] = scans.flatMap((scan) => scan.lastRead ?? []).sort(newestFirst);
  const matches = scans
    .flatMap((scan) => scan.matches)
    .filter(({ id }) => lastRead === null || id >= lastRead.id)
    .sort(newestFirst);
  return { matches, lastRead };
}

/** Yields the entries of all pages. Reads a page only when it is requested. */
export async function* walkPages<T>(
  read: (position?: string) => Promise<Page<T>>,
): AsyncGenerator<T[]> {
  let page = await read();
  yield page.entries;
  while (page.next !== null) {
    page = await read(page.next);
    yield page.entries;
  }
}

const Counted = z.object({ read: z.int(), count: z.int() });

/** Counts the matches among the first `bound` rows. */
export const countStatement = (
  { rows, alias, filter = Prisma.sql`TRUE` }: Scan,
  bound: number,
  weight = Prisma.sql`1`,
): Prisma.Sql => Prisma.sql`
  SELECT count(*)::int AS "read",
    LEAST(COALESCE(sum(${weight}) FILTER (WHERE ${filter}), 0), ${limits.countedRows + 1})::int
      AS "count"
  FROM (${rows(literal(bound))}) ${Prisma.raw(alias)}`;

/**
 * Counts the matches on all pages.
 * @param options.bound how many rows to read at most
 * @param options.weight how many entries a row stands for
 */
export async function countMatches(
  { db }: Pick<TenancyContext, "db">,
  scan: Scan,
  {
    bound = scan.filter === undefined ? limits.countedRows + 1 : limits.searchedRows,
    weight,
  }: { bound?: number | undefined; weight?: Prisma.Sql } = {},
): Promise<BoundedCount> {
  const [row] = await db.query(Counted)(countStatement(scan, bound, weight));
  const { read = 0, count = 0 } = row ?? {};
  return { count, isExact: read < bound || count > limits.countedRows };
}
