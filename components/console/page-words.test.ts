import { expect, test } from "vitest";
import { pageWords } from "./page-words";

const first = { from: 1, to: 50 };

test.each([
  ["1–50 of 275", first, { count: 275 }],
  ["51–100 of 1,275", { from: 51, to: 100 }, { count: 1_275 }],
  ["1 of 1", { from: 1, to: 1 }, { count: 1 }],
  ["1–50 of more than 10,000", first, { count: 10_001 }],
  ["1–50 of 60 or more", first, { count: 60, isExact: false }],
  ["1–50", first, undefined],
  // A bounded count can stop before the page does.
  ["101–150", { from: 101, to: 150 }, { count: 120, isExact: false }],
  ["10,001–10,050 of more than 10,000", { from: 10_001, to: 10_050 }, { count: 10_001 }],
])("%s", (words, range, total) => {
  expect(pageWords(range, total)).toBe(words);
});
