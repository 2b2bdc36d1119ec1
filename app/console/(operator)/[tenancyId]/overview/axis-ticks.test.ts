import { expect, test } from "vitest";
import { axisTicks, tickWords } from "./axis-ticks";
import { toPoints } from "./chart-series";

const hourMs = 3_600_000;
const start = Date.UTC(2026, 0, 31, 17);

/** Returns the hours between labels, and from the last label to the last point. */
function spacing(buckets: number, bucketMs: number, isNarrow: boolean) {
  const points = toPoints(
    Array.from({ length: buckets }, (_, index) => ({
      fromMs: start + index * bucketMs,
      counts: {},
    })),
    start + buckets * bucketMs,
  );
  const ticks = axisTicks(points, isNarrow);
  return {
    between: [
      ...new Set(ticks.slice(1).map((tick, index) => (tick - (ticks[index] ?? 0)) / hourMs)),
    ],
    atEnd: ((points.at(-1)?.fromMs ?? 0) - (ticks.at(-1) ?? 0)) / hourMs,
  };
}

test.each([
  ["24 hours", 24, hourMs, { wide: 3, narrow: 8 }],
  ["7 days", 28, 6 * hourMs, { wide: 24, narrow: 48 }],
  ["30 days", 30, 24 * hourMs, { wide: 120, narrow: 240 }],
])("labels of %s are evenly spaced, up to the last point", (_, buckets, bucketMs, hours) => {
  expect(spacing(buckets, bucketMs, false)).toEqual({ between: [hours.wide], atEnd: 0 });
  expect(spacing(buckets, bucketMs, true)).toEqual({ between: [hours.narrow], atEnd: 0 });
});

test("a chart without points has no labels", () => {
  expect(axisTicks([], false)).toEqual([]);
});

/** Local times on January 31. Spaces of `Intl` differ between versions. */
const words = (fromHour: number, toHour: number, isByDay = false, isNarrow = false) =>
  tickWords(
    {
      fromMs: new Date(2026, 0, 31, fromHour).getTime(),
      toMs: new Date(2026, 0, 31, toHour).getTime(),
    },
    isByDay,
    isNarrow,
  ).map((line) => line.replace(/\s/g, " "));

test("a label names the whole span of its point", () => {
  expect(words(17, 23)).toEqual(["Sat", "5 – 11 PM"]);
  expect(words(9, 15)).toEqual(["Sat", "9 AM – 3 PM"]);
  expect(words(23, 29)).toEqual(["Sat", "11 PM – 5 AM"]);
  expect(words(18, 24)).toEqual(["Sat", "6 PM – 12 AM"]);
  expect(words(17, 18)).toEqual(["Sat", "5 – 6 PM"]);
  expect(words(0, 24, true)).toEqual(["Jan 31"]);
  expect(words(23, 47, true)).toEqual(["Jan 31 – Feb 1"]);
});

test("a range that is too long for a phone is on two lines, start and end", () => {
  expect(words(23, 29, false, true)).toEqual(["Sat", "11 PM –", "5 AM"]);
  expect(words(17, 18, false, true)).toEqual(["Sat", "5 – 6 PM"]);
  expect(words(23, 47, true, true)).toEqual(["Jan 31 –", "Feb 1"]);
  expect(words(0, 24, true, true)).toEqual(["Jan 31"]);
});
