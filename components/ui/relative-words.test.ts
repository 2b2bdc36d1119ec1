import { expect, test } from "vitest";
import { relativeWords } from "./relative-words";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.UTC(2026, 0, 31, 12);

test.each([
  [0, "just now"],
  [-59_999, "just now"],
  [-minute, "1 minute ago"],
  [-3 * minute - 59_999, "3 minutes ago"],
  [-hour, "1 hour ago"],
  [-23 * hour, "23 hours ago"],
  [-day, "1 day ago"],
  [-29 * day, "29 days ago"],
  [-30 * day, "1 month ago"],
  [-364 * day, "12 months ago"],
  [-800 * day, "2 years ago"],
  [30_000, "in less than a minute"],
  [90 * day, "in 3 months"],
  [2 * hour, "in 2 hours"],
])("a time %i ms away is “%s”", (distance, words) => {
  expect(relativeWords(now + distance, now)).toBe(words);
});
