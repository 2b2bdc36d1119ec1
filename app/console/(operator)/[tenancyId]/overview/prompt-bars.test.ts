import { expect, test } from "vitest";
import { countPrompts } from "./prompt-bars";

function namesAndCounts(totals: Record<string, number>) {
  const { started, bars } = countPrompts(totals, "sign-in");
  return [started, ...bars.map(({ label, count, share }) => [label, count, share])];
}

test("each end of a prompt has a bar, and the rest has one", () => {
  expect(
    namesAndCounts({
      "prompt.sign-in.started": 100,
      "prompt.sign-in.cancelled": 20,
      "prompt.sign-in.timed-out": 5,
      "prompt.sign-in.no-passkey": 4,
      "prompt.sign-in.unsupported": 3,
      "prompt.sign-in.failed": 3,
      "prompt.sign-in.succeeded": 60,
      "prompt.registration.started": 7,
    }),
  ).toEqual([
    // Not a way to end, so it has no bar.
    100,
    ["Cancelled", 20, 0.2],
    ["Timed out", 5, 0.05],
    ["No passkey on the device", 4, 0.04],
    ["Error", 6, 0.06],
    ["Signed in", 60, 0.6],
    ["Refused, or not reported", 5, 0.05],
  ]);
});

test("prompts that began in an earlier period make no share larger than 1", () => {
  expect(
    namesAndCounts({ "prompt.sign-in.started": 1, "prompt.sign-in.succeeded": 2 }),
  ).toMatchObject([
    2,
    ["Cancelled", 0, 0],
    ["Timed out", 0, 0],
    ["No passkey on the device", 0, 0],
    ["Error", 0, 0],
    ["Signed in", 2, 1],
    ["Refused, or not reported", 0, 0],
  ]);
});

test("without a prompt there are no bars", () => {
  expect(namesAndCounts({ "prompt.registration.started": 7 })).toEqual([0]);
});
