import { expect, test } from "vitest";
import { describeChanges } from "./describe-changes";
import { detailSummary, detailWords } from "./detail-words";
import type { Settings } from "./get-settings";
import { settingNames } from "./settings";

const action = "tenancy.settings-changed";

test("every setting has its own words", () => {
  const words = [...settingNames, "brandLogo"].map((detail) => detailWords({ action, detail }));
  expect(new Set(words).size).toBe(settingNames.length + 1);
});

test.each([
  ["codeAttempts: 5 → 3", "Attempts per code: 5 → 3"],
  ["codeMs: 600000 → 300000; name", "Codes expire after: 10 minutes → 5 minutes; Name"],
  ["quarantineHours: 1 → 48", "Quarantine: 1 hour → 48 hours"],
  ["requireClientId: false → true", "Require the client id: off → on"],
  ["allowedOrigins: https://a.example → none", "Allowed origins: https://a.example → none"],
  ["rpId environment", "Relying party id; Environment"],
  ["a word of another version", "a word of another version"],
])("%s", (detail, words) => {
  expect(detailWords({ action, detail })).toBe(words);
});

test.each([
  ["codeAttempts: 5 → 3", "Attempts per code: 5 → 3"],
  ["name; codeAttempts: 5 → 3; rpName", "Attempts per code: 5 → 3, and 2 more"],
  ["rpId environment", "Relying party id, and 1 more"],
  ["a word of another version", "a word of another version"],
])("the summary of %s", (detail, words) => {
  expect(detailSummary({ action, detail })).toBe(words);
});

test("the audit log shows what an update of settings writes", () => {
  const before = { codeAttempts: 5 } as Settings;
  const detail = describeChanges(["codeAttempts"], before, { ...before, codeAttempts: 3 });
  expect(detailWords({ action, detail })).toBe("Attempts per code: 5 → 3");
  expect(detailWords({ action: "operator.role-changed", detail: "name" })).toBe("name");
  expect(detailWords({ action, detail: null })).toBeNull();
});
