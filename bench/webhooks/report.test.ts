import { expect, test } from "vitest";
import { costOf, costTable, delayOf, delayTable, type Pair } from "./report";

const pair = (without: number, with_: number): Pair => ({
  without,
  with: with_,
  cpuMs: { without: 1, with: 1.1 },
  stolenShare: 0,
});

test("the cost is the median of the pairs, so that a slow phase of both sides has no effect", () => {
  const figures = costOf([pair(1_000, 980), pair(500, 490), pair(1_000, 700)]);
  expect(figures.cost).toBeCloseTo(0.02);
  expect(figures.lowestCost).toBeCloseTo(0.02);
  expect(figures.highestCost).toBeCloseTo(0.3);
  expect(figures.cpuCost).toBeCloseTo(0.1);
  expect(costTable(figures)).toContain("| 2.0 | 2.0 | 30.0 | 10.0 | 5.0 | 0 | pass |");
});

test("more than five percent miss the bar", () => {
  expect(costTable(costOf([pair(1_000, 940)]))).toContain("miss");
});

test("delays have quantiles, and a missing delivery misses the bar", () => {
  const delays = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(delayOf(delays, 100)).toEqual({
    deliveries: 100,
    missing: 0,
    p50Ms: 50,
    p99Ms: 99,
    maxMs: 100,
  });
  expect(delayTable([["30 a second", delayOf(delays, 100)]])).toContain("pass");
  expect(delayTable([["30 a second", delayOf(delays, 101)]])).toContain("miss");
  expect(delayTable([["30 a second", delayOf([1, 3_001], 2)]])).toContain("miss");
});
