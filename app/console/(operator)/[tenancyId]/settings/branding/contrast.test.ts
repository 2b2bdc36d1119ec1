import { expect, test } from "vitest";
import { contrast } from "./contrast";

test.each([
  ["#000000", "#ffffff", 21],
  ["#ffffff", "#ffffff", 1],
  ["#767676", "#FFFFFF", 4.54],
  ["#0e6a4e", "#ffffff", 6.58],
])("%s on %s has a contrast of %d, as WCAG reckons it", (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 1);
  expect(contrast(other, one)).toBe(contrast(one, other));
});
