import { expect, test } from "vitest";
import { z } from "zod";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { provideService } from "@/testing/provide-service";
import { countMatches, cutPage, mergeScans, readPage, type Scan, walkPages } from "./bounded-scan";
import { smallestIdAt, timeOfId } from "./event-time";

const run = provideService();
const bound = 10;
const timeOf = (number: number) => 1_000 - number;
const idOf = (number: number) => smallestIdAt(timeOf(number));
const shown = { Row: z.object({ id: z.string() }), columns: Prisma.sql`e."id"` };

/** The numbers from `first` to `last`, of which some match. */
const scanOf = (matching: number[] | undefined, { first = 1, last = 25 } = {}): Scan => ({
  rows: (most) => Prisma.sql`
    SELECT * FROM (
      SELECT n + ${first - 1}::int AS "value", e."id"
      FROM unnest(${Array.from({ length: last - first + 1 }, (_, at) => idOf(first + at))}::text[])
        WITH ORDINALITY AS e("id", n)
    ) e ORDER BY "value" LIMIT ${most}`,
  alias: "e",
  filter: matching && Prisma.sql`e."value" = ANY (${matching}::int[])`,
  bound,
});

test.each<[string, Scan, { numbers: number[]; next: number | null; stopped?: number }]>([
  ["a full page", scanOf([1, 3, 5, 7]), { numbers: [1, 3, 5], next: 5 }],
  ["a full page without a filter", scanOf(undefined), { numbers: [1, 2, 3], next: 3 }],
  ["the last page", scanOf([2], { last: 5 }), { numbers: [2], next: null }],
  [
    "the last page without a filter",
    scanOf(undefined, { last: 3 }),
    { numbers: [1, 2, 3], next: null },
  ],
  ["a list without rows", scanOf([1], { last: 0 }), { numbers: [], next: null }],
  ["a scan that stops", scanOf([2, 11]), { numbers: [2], next: 10, stopped: 10 }],
  ["a scan that stops at a match", scanOf([10]), { numbers: [10], next: 10, stopped: 10 }],
  [
    "a scan that stops after a full page",
    scanOf([1, 2, 3]),
    { numbers: [1, 2, 3], next: 10, stopped: 10 },
  ],
])("reads %s", async (_name, scan, { numbers, next, stopped }) => {
  expect(await readPage(run.current, scan, shown, 3)).toEqual({
    entries: numbers.map((number) => ({ id: idOf(number) })),
    next: next === null ? null : idOf(next),
    stoppedAt: stopped === undefined ? null : timeOf(stopped),
  });
});

test("all pages have each match once", async () => {
  const seen: string[] = [];
  const pages = walkPages((after) => {
    const first = after === undefined ? 1 : 1_001 - timeOfId(after);
    return readPage(run.current, scanOf([1, 2, 9, 10, 11, 24], { first }), shown, 2);
  });
  for await (const entries of pages) seen.push(...entries.map(({ id }) => id));
  expect(seen).toEqual([1, 2, 9, 10, 11, 24].map(idOf));
});

test("merged scans leave out what is older than the end of another scan", () => {
  const match = (number: number) => ({ id: idOf(number) });
  const merged = mergeScans([
    { matches: [1, 4, 9].map(match), lastRead: null },
    { matches: [2].map(match), lastRead: match(5) },
  ]);
  expect(merged).toEqual({ matches: [1, 2, 4].map(match), lastRead: match(5) });
  expect(cutPage(merged, 2)).toMatchObject({ next: idOf(2), stoppedAt: null });
  expect(cutPage(merged, 3)).toMatchObject({ next: idOf(5), stoppedAt: timeOf(5) });
});

test("counts up to a bound, each row by its weight", async () => {
  const count = (scan: Scan, options = {}) => countMatches(run.current, scan, options);
  expect(await count(scanOf([2, 4]))).toEqual({ count: 2, isExact: true });
  expect(await count(scanOf([2, 14]), { bound })).toEqual({ count: 1, isExact: false });
  const weight = Prisma.sql`e."value" * 1000`;
  expect(await count(scanOf([2, 4]), { weight })).toEqual({ count: 6_000, isExact: true });
  expect(await count(scanOf([20]), { weight })).toEqual({
    count: limits.countedRows + 1,
    isExact: true,
  });
});
