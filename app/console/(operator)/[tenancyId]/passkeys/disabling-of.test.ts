import { expect, test } from "vitest";
import { disablingOf } from "./disabling-of";

test("only a passkey that was disabled for a reason is enabled in a dialog", () => {
  const record = { judgment: "accepted", backupEligible: true } as const;
  expect(disablingOf({ ...record, disabledAt: 5, disabledReason: "Lost" })).toEqual({
    at: 5,
    reason: "Lost",
    refusal: null,
  });
  expect(disablingOf({ ...record, disabledAt: 5 })).toBeUndefined();
  expect(disablingOf({ ...record, disabledAt: 5, disabledReason: "" })).toBeUndefined();
  expect(disablingOf(record)).toBeUndefined();
});

test("the dialog knows that the policy refuses the passkey even when it is enabled", () => {
  const lost = { disabledAt: 5, disabledReason: "Lost", judgment: "policy-storage" } as const;
  expect(disablingOf({ ...lost, backupEligible: true })?.refusal).toBe(
    "Storage: synced passkeys aren’t accepted",
  );
  expect(disablingOf({ ...lost, backupEligible: false })?.refusal).toBe(
    "Storage: device-bound passkeys aren’t accepted",
  );
});
