import { expect, test } from "vitest";
import { scheduleArrivals } from "./arrivals";

const schedule = (seed: number) => scheduleArrivals({ perSecond: 400, seconds: 100, seed });
const gapsOf = (times: number[]) => times.map((time, index) => time - (times[index - 1] ?? 0));

test("one seed always gives the same schedule, another seed another one", () => {
  expect(schedule(1)).toEqual(schedule(1));
  expect(schedule(1)).not.toEqual(schedule(2));
});

test("times ascend and stay within the duration", () => {
  const times = schedule(1);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.at(-1)).toBeLessThan(100_000);
});

test("has the requested rate", () => {
  expect(schedule(1).length / 100).toBeGreaterThan(390);
  expect(schedule(1).length / 100).toBeLessThan(410);
});

test("gaps are exponential: 63 % are shorter than the mean, 5 % longer than three means", () => {
  const gaps = gapsOf(schedule(1));
  const share = (isCounted: (gap: number) => boolean) =>
    gaps.filter(isCounted).length / gaps.length;
  expect(share((gap) => gap < 2.5)).toBeCloseTo(0.632, 2);
  expect(share((gap) => gap > 7.5)).toBeCloseTo(0.05, 2);
});
