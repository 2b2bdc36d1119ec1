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
  [-99 * day - 23 * hour, "99 days ago"],
  [-100 * day, "3 months ago"],
  [-364 * day, "12 months ago"],
  [-800 * day, "2 years ago"],
  [30_000, "in less than a minute"],
  [hour - 10_000, "in 1 hour"],
  [7 * day - minute, "in 7 days"],
  [90 * day - 10_000, "in 90 days"],
  [120 * day, "in 4 months"],
  [2 * hour, "in 2 hours"],
])("a time %i ms away is “%s”", (distance, words) => {
  expect(relativeWords(now + distance, now)).toBe(words);
});
