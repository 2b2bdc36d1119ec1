import { expect, test } from "vitest";
import { median, quantile } from "./quantile";

const hundred = Array.from({ length: 100 }, (_, index) => index + 1);

test("takes the nearest rank", () => {
  expect([0, 0.5, 0.95, 0.99, 0.999, 1].map((share) => quantile(hundred, share))).toEqual([
    1, 50, 95, 99, 100, 100,
  ]);
});

test("of one value is that value, of none is NaN", () => {
  expect([quantile([7], 0.5), quantile([7], 0.999), quantile([], 0.5)]).toEqual([7, 7, NaN]);
});

test("the median ignores the order", () => {
  expect(median([30, 10, 20])).toBe(20);
});
