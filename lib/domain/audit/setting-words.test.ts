import { expect, test } from "vitest";
import { describeChanges } from "@/lib/domain/tenancy/describe-changes";
import type { Settings } from "@/lib/domain/tenancy/get-settings";
import { settingNames } from "@/lib/domain/tenancy/settings";
import { detailWords } from "./action-words";
import { settingWords, summaryOfSettings, wordsOfSettings } from "./setting-words";

test("every setting has its own label", () => {
  for (const name of [...settingNames, "brandLogo"]) expect(settingWords).toHaveProperty(name);
  expect(new Set(Object.values(settingWords)).size).toBe(Object.keys(settingWords).length);
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
  expect(wordsOfSettings(detail)).toBe(words);
});

test.each([
  ["codeAttempts: 5 → 3", "Attempts per code: 5 → 3"],
  ["name; codeAttempts: 5 → 3; rpName", "Attempts per code: 5 → 3, and 2 more"],
  ["rpId environment", "Relying party id, and 1 more"],
  ["a word of another version", "a word of another version"],
])("the summary of %s", (detail, words) => {
  expect(summaryOfSettings(detail)).toBe(words);
});

test("the audit log shows what an update of settings writes", () => {
  const before = { codeAttempts: 5 } as Settings;
  const detail = describeChanges(["codeAttempts"], before, { ...before, codeAttempts: 3 });
  expect(detailWords({ action: "tenancy.settings-changed", detail })).toBe(
    "Attempts per code: 5 → 3",
  );
  expect(detailWords({ action: "operator.role-changed", detail: "name" })).toBe("name");
  expect(detailWords({ action: "tenancy.settings-changed", detail: null })).toBeNull();
});
