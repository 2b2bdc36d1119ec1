import { expect, test } from "vitest";
import { affectedWords, attemptWords } from "./undelivered-words";

test("says how often an email was tried, and whom else the problem affects", () => {
  expect([1, 1_200].map(attemptWords)).toEqual(["1 attempt", "1,200 attempts"]);
  expect([0, 1, 30].map(affectedWords)).toEqual([
    "No one else is affected.",
    "1 other is affected.",
    "30 others are affected.",
  ]);
});
