import { expect, test } from "vitest";
import { delayOf, delayTable } from "./report";

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
