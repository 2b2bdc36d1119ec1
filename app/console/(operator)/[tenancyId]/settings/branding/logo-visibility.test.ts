import { expect, test } from "vitest";
import { vanishesOnWhite } from "./logo-visibility";

type Pixel = [red: number, green: number, blue: number, alpha: number];

/** A picture of 1,000 pixels, a share of them in one color and the others in another. */
const picture = (mark: Pixel, share: number, ground: Pixel = [0, 0, 0, 0]) =>
  new Uint8ClampedArray(
    Array.from({ length: 1_000 }, (_, at) => (at < 1_000 * share ? mark : ground)).flat(),
  );

test.each<[string, Uint8ClampedArray]>([
  ["a white logo", picture([255, 255, 255, 255], 0.5)],
  ["a pale yellow logo", picture([255, 250, 200, 255], 0.5)],
  ["a black logo that is nearly transparent", picture([0, 0, 0, 40], 0.9)],
  ["a white picture", picture([255, 255, 255, 255], 1)],
  ["an empty picture", picture([0, 0, 0, 0], 1)],
])("%s vanishes on white", (_name, pixels) => {
  expect(vanishesOnWhite(pixels)).toBe(true);
});

test.each<[string, Uint8ClampedArray]>([
  ["a black logo", picture([0, 0, 0, 255], 0.2)],
  ["the standard green", picture([14, 106, 78, 255], 0.2)],
  ["thin dark letters on opaque white", picture([30, 30, 30, 255], 0.02, [255, 255, 255, 255])],
  ["white letters on opaque green", picture([255, 255, 255, 255], 0.2, [14, 106, 78, 255])],
])("%s is seen on white", (_name, pixels) => {
  expect(vanishesOnWhite(pixels)).toBe(false);
});
