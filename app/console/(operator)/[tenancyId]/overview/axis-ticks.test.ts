import { expect, test } from "vitest";
import { axisTicks } from "./axis-ticks";
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
  ["24 hours", 24, hourMs, { wide: 3, narrow: 6 }],
  ["7 days", 28, 6 * hourMs, { wide: 24, narrow: 48 }],
  ["30 days", 30, 24 * hourMs, { wide: 72, narrow: 192 }],
])("labels of %s are evenly spaced, up to the last point", (_, buckets, bucketMs, hours) => {
  expect(spacing(buckets, bucketMs, false)).toEqual({ between: [hours.wide], atEnd: 0 });
  expect(spacing(buckets, bucketMs, true)).toEqual({ between: [hours.narrow], atEnd: 0 });
});

test("a chart without points has no labels", () => {
  expect(axisTicks([], false)).toEqual([]);
});
