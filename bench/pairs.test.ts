import { expect, test } from "vitest";
import { costOf, costTable, measurePairs, type Pair } from "./pairs";

const names = { base: "without", changed: "with" };
const pair = (base: number, changed: number): Pair => ({
  base: { perSecond: base, cpuMs: 1, stolenShare: 0 },
  changed: { perSecond: changed, cpuMs: 1.1, stolenShare: 0.01 },
});

test("the cost is the median of the pairs, so that a slow phase of both sides has no effect", () => {
  const figures = costOf([pair(1_000, 980), pair(500, 490), pair(1_000, 700)]);
  expect(figures.cost).toBeCloseTo(0.02);
  expect(figures.lowestCost).toBeCloseTo(0.02);
  expect(figures.highestCost).toBeCloseTo(0.3);
  expect(figures.cpuCost).toBeCloseTo(0.1);
  expect(costTable(figures, names, 0.05)).toContain("| 2.0 | 2.0 | 30.0 | 10.0 | 5.0 | 1 | pass |");
});

test("a higher cost misses the bar", () => {
  expect(costTable(costOf([pair(1_000, 940)]), names, 0.05)).toContain("miss");
});

test("both sides warm up, and then alternate who is first", async () => {
  const order: string[] = [];
  const pairs = await measurePairs({
    title: "test",
    names,
    rounds: 2,
    measure: async (side) => {
      order.push(side);
      return pair(order.length, order.length).base;
    },
  });
  expect(order).toEqual(["base", "changed", "base", "changed", "changed", "base"]);
  expect(pairs.map(({ base, changed }) => [base.perSecond, changed.perSecond])).toEqual([
    [3, 4],
    [6, 5],
  ]);
});
