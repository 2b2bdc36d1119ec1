import { expect, test } from "vitest";
import { placeOfZone } from "./place-of-zone";

test.each([
  ["Europe/Berlin", "Berlin time"],
  ["America/Argentina/Buenos_Aires", "Buenos Aires time"],
  ["UTC", "UTC"],
  ["Etc/GMT+5", "Etc/GMT+5"],
])("%s is %s", (zone, words) => {
  expect(placeOfZone(zone)).toBe(words);
});
