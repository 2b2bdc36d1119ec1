// Reads lists at a bounded cost. A scan reads the rows of a list in the order of an index, and tests on
// each row the filter: the conditions that the index doesn't cover. Rows that pass are matches. A scan
// with a filter reads at most `bound` rows. If it reaches them before its page is full, it has stopped,
// and the page says where.
// - `readPage` returns a page of one scan. Lists with several scans use `findInTurn` or
//   `findMatches`, and `cutPage`, and `mergeScans` if the scans share an order.
// - `walkPages` reads all pages.
// - `countMatches` counts up to a bound.

import { z } from "zod";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import type { TenancyContext } from "./context";
import { timeOfId } from "./event-time";
import { newestFirst } from "./newest-rows";

export interface Scan {
  /** Selects the first `bound` rows of the list, in its order and by an index. */
  rows: (bound: Prisma.Sql) => Prisma.Sql;
  /** The name of a row in `filter` and in the columns of a list. */
  alias: "c" | "e" | "p" | "u";
  /** Condition on each row; undefined if the index covers everything. */
  filter?: Prisma.Sql | undefined;
  /**
   * How many rows a page with a filter tests at most, unless it shows more. Default:
   * `limits.searchedRows`. `newestRows` reads as many for each of its values.
   */
  bound?: number;
}

/** The columns of a match that a list shows. */
interface Selection<T, P = never> {
  Row: z.ZodType<T>;
  /** Parses the last row of a stopped scan instead of `Row`, if that may be a deleted entry's. */
  Position?: z.ZodType<P>;
  columns: Prisma.Sql;
  joins?: Prisma.Sql;
}

export interface Scanned<T, P = never> {
  matches: T[];
  /** If the scan stopped: the last row it read, whether it matches or not. Else null. */
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

const boundOf = ({ filter, bound = limits.searchedRows }: Scan, maxMatches: number): number =>
  filter === undefined ? maxMatches : Math.max(maxMatches, bound);

/** As a literal, so that PostgreSQL sees how little a statement reads, and caches its plan. */
const literal = (rows: number): Prisma.Sql => Prisma.raw(String(rows));

/**
 * Selects the first `maxMatches` matches, and row number `bound`, which shows where the scan stopped.
 * Rows stay in the order of the scan, so PostgreSQL stops reading at the last match it needs.
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
      SELECT * FROM (
        SELECT ${row}.*, (row_number() OVER ())::int AS "number",
          (${scan.filter ?? Prisma.sql`TRUE`}) IS TRUE AS "isMatch"
        FROM (${scan.rows(bound)}) ${row}
      ) ${row}
      WHERE ${row}."isMatch" OR ${row}."number" = ${bound} LIMIT ${literal(maxMatches)}
    ) ${row} ${joins}
    ORDER BY ${row}."number"`;
}

const Read = z.looseObject({ number: z.int(), isMatch: z.boolean() });

/** Finds the first `maxMatches` rows that match. Raw, because Prisma can't filter a limited query. */
export async function findMatches<T, P = never>(
  { db }: Pick<TenancyContext, "db">,
  scan: Scan,
  { Row, Position, ...columns }: Selection<T, P>,
  maxMatches: number,
): Promise<Scanned<T, P>> {
  const read = await db.query(Read)(matchesStatement(scan, columns, maxMatches));
  const last = read.at(-1);
  const isStopped = scan.filter !== undefined && last?.number === boundOf(scan, maxMatches);
  return {
    matches: read.filter(({ isMatch }) => isMatch).map((row) => Row.parse(row)),
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

/** Cuts a page of `pageSize` from up to `pageSize + 1` matches; the last shows that a page follows. */
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

/** Reads one page. */
export const readPage = async <T extends { id: string }>(
  ctx: Pick<TenancyContext, "db">,
  scan: Scan,
  selection: Selection<T>,
  pageSize: number,
): Promise<Page<T>> => cutPage(await findMatches(ctx, scan, selection, pageSize + 1), pageSize);

/** Merges scans by id, newest first. Where one stopped, older matches of the others are left out. */
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
