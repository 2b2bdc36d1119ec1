import { expect, test } from "vitest";
import { isCompromised } from "./metadata-source";

const now = new Date("2026-01-01");
const judge = (...statuses: [status: string, date: string | null][]) =>
  isCompromised(
    {
      roots: [],
      certification: null,
      description: "",
      statuses: statuses.map(([status, date]) => ({
        status,
        effectiveDate: date === null ? null : new Date(date),
      })),
    },
    now,
  );

test.each([
  "REVOKED",
  "USER_KEY_PHYSICAL_COMPROMISE",
  "USER_KEY_REMOTE_COMPROMISE",
  "ATTESTATION_KEY_COMPROMISE",
  "USER_VERIFICATION_BYPASS",
])("%s is a compromise from its date on, and without a date", (status) => {
  expect(judge([status, "2026-01-01"])).toBe(true);
  expect(judge([status, null])).toBe(true);
  expect(judge([status, "2026-01-02"])).toBe(false);
});

test("a later report doesn't undo a compromise", () => {
  expect(
    judge(
      ["REVOKED", "2020-01-01"],
      ["UPDATE_AVAILABLE", "2021-01-01"],
      ["FIDO_CERTIFIED_L1", "2022-01-01"],
    ),
  ).toBe(true);
});

test("other statuses are none", () => {
  expect(judge(["FIDO_CERTIFIED_L1", null], ["UPDATE_AVAILABLE", null])).toBe(false);
  expect(judge()).toBe(false);
});
