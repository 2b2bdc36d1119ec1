import { expect, test } from "vitest";
import { reportWords } from "./report-words";

test.each([
  ["cancelled", 12_345, "Cancelled the prompt after 12 s, reported by the browser"],
  ["cancelled", 200, "Cancelled the prompt after less than a second, reported by the browser"],
  ["cancelled", null, "Cancelled the prompt, reported by the browser"],
  [
    "timed-out",
    300_000,
    "Left the prompt open until its time ran out after 5 min, reported by the browser",
  ],
  [
    "no-passkey",
    0,
    "Had no passkey on the device after less than a second, reported by the browser",
  ],
  [
    "failed.NotReadableError",
    3_000,
    "The authenticator failed (NotReadableError) after 3 s, reported by the browser",
  ],
])("%s after %s ms", (reason, afterMs, words) => {
  expect(reportWords({ kind: "sign-in.reported", reason, afterMs })).toBe(words);
});

test("a device that has a passkey already says so, and a failed sign-in doesn't", () => {
  const reason = "failed.InvalidStateError";
  expect(reportWords({ kind: "registration.reported", reason, afterMs: null })).toBe(
    "The device already has a passkey of this account (InvalidStateError), reported by the browser",
  );
  expect(reportWords({ kind: "sign-in.reported", reason, afterMs: null })).toContain(
    "The authenticator failed",
  );
});

test("other events are no reports", () => {
  expect(
    reportWords({ kind: "sign-in.refused", reason: "InvalidToken", afterMs: null }),
  ).toBeUndefined();
});
