import { expect, test } from "vitest";
import { luminanceOf, ratioOf } from "./contrast";

test.each<[[number, number, number], number]>([
  [[0, 0, 0], 21],
  [[255, 255, 255], 1],
  [[0x76, 0x76, 0x76], 4.54],
  [[0x0e, 0x6a, 0x4e], 6.58],
])("%j on white has a contrast of %d, as WCAG reckons it", (color, ratio) => {
  const luminance = luminanceOf(color);
  expect(ratioOf(luminance, 1)).toBeCloseTo(ratio, 1);
  expect(ratioOf(1, luminance)).toBe(ratioOf(luminance, 1));
});
