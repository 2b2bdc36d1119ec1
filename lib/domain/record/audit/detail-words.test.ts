import { expect, test } from "vitest";
import type { Settings } from "@/lib/domain/base/tenancy/get-settings";
import { settingNames } from "@/lib/domain/base/tenancy/settings";
import { deletionReasons } from "@/lib/domain/user/deletion/request-deletion";
import { referenceIn, titleOfEvent } from "./action-words";
import { describeChanges } from "./describe-changes";
import { changesOf, detailSummary, detailWords } from "./detail-words";

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
  ["environment: staging → production", "Environment: Staging → Production"],
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
  expect(detailWords({ action: "operator.removed", detail: "name" })).toBe("name");
  expect(detailWords({ action, detail: null })).toBeNull();
});

test.each([
  ["tenancy.branding-changed", "brandName brandLogo", "Brand name; Logo"],
  ["tenancy.branding-changed", "brandColor: none → #0e6a4e", "Brand color: none → #0e6a4e"],
  ["tenancy.branding-changed", 'brandName: none → "A; B"', "Brand name: none → A; B"],
  [
    "tenancy.redirect-uris-changed",
    'redirectUris: none → "https://a.example/?x=1"',
    "Redirect URIs: none → https://a.example/?x=1",
  ],
  ["tenancy.passkey-policy-saved", "version 3 enforce", "Version 3, enforced"],
  ["api-key.renamed", "Helpdesk → Support", "Name: Helpdesk → Support"],
  ["webhook.changed", "url, types", "URL, event types"],
  ["webhook.disabled", "failing", "By itself, because its deliveries kept failing"],
  ["webhook.event-repeated", "1042", "Event number 1042"],
  ["user.updated", "givenName, emailVerified", "Given name, whether the email is verified"],
  ["user.updated", "no changes", "No changes"],
  ["passkey.exported", "all", "All passkeys"],
  ["operator.invited", "support", "Support"],
  ["operator.invited", "again", "Sent again"],
  ["operator.role-changed", "auditor", "Now auditor"],
  ["operator.passkey-added", "waits", "Waits for an owner’s approval"],
  [
    "backup.restored",
    "2026-11-27T10:04:09.000Z",
    "Backup of 2026-11-27 10:04 UTC, API keys locked",
  ],
  ["a word of another version", "any", "any"],
])("the detail of %s: %s", (action, detail, words) => {
  expect(detailWords({ action, detail })).toBe(words);
  expect(detailWords({ action, detail })).not.toMatch(/\b[a-z]+[A-Z]/);
});

test("the reason of a deletion is in words", () => {
  for (const detail of deletionReasons)
    expect(detailWords({ action: "user.deletion-requested", detail })).toMatch(/^[A-Z][a-z ]+$/);
});

test("an id is not shown as words, but as what it refers to", () => {
  const id = "01jd0000000000000000000000";
  for (const action of ["api-key.rotated", "passkey.moved", "mail.unblocked"]) {
    expect(detailWords({ action, detail: id })).toBeNull();
    expect(referenceIn({ action, detail: id })).toMatchObject({ id });
  }
  expect(referenceIn({ action: "api-key.renamed", detail: "A → B" })).toBeUndefined();
});

test("a switch says which way in its title only", () => {
  const event = { action: "tenancy.hosted-pages-changed", detail: "off" };
  expect(titleOfEvent(event)).toBe("Switched the hosted pages off");
  expect(detailWords(event)).toBeNull();
  expect(titleOfEvent({ ...event, detail: null })).toBe("Switched the hosted pages on or off");
});

test("a value of an earlier release that begins with a quote is shown as it is", () => {
  expect(changesOf({ action, detail: 'codeDigits: "6 → 8; mailSender' })).toEqual([
    'Length of codes: "6 digits → 8 digits',
    "From",
  ]);
});

test("changes can be listed one by one", () => {
  const detail = "codeAttempts: 5 → 3; mailSender";
  expect(changesOf({ action, detail })).toEqual(["Attempts per code: 5 → 3", "From"]);
  expect(changesOf({ action: "operator.role-changed", detail: "auditor" })).toEqual([
    "Now auditor",
  ]);
  expect(changesOf({ action, detail: null })).toEqual([]);
});
