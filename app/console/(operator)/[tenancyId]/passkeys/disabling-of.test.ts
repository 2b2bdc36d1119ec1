import { expect, test } from "vitest";
import { disablingOf } from "./disabling-of";

test("only a passkey that was disabled for a reason is enabled in a dialog", () => {
  expect(disablingOf({ disabledAt: 5, disabledReason: "Lost" })).toEqual({ at: 5, reason: "Lost" });
  expect(disablingOf({ disabledAt: 5 })).toBeUndefined();
  expect(disablingOf({ disabledAt: 5, disabledReason: "" })).toBeUndefined();
  expect(disablingOf({})).toBeUndefined();
});
