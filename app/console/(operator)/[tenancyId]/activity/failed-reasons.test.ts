import { expect, test } from "vitest";
import { failedReasons } from "./failed-reasons";

test("the most frequent reasons come first, and the rest is a sum", () => {
  const { reasons, others } = failedReasons({
    "failure.InvalidCode": 1,
    "failure.Forbidden": 18,
    "failure.InvalidChallengeCode": 33,
    "failure.PasskeyNotFound": 9,
    "failure.RateLimited": 3,
    "failure.Internal": 2,
    "sign-in.succeeded": 440,
  });
  expect(reasons.map(({ words, count }) => [words, count])).toEqual([
    ["Wrong emailed code", 33],
    ["Origin, client id or scope not allowed", 18],
    ["Unknown passkey", 9],
  ]);
  expect(others).toBe(6);
});

test("without a failure there is no reason", () => {
  expect(failedReasons({ "sign-in.succeeded": 440 })).toEqual({ reasons: [], others: 0 });
});
