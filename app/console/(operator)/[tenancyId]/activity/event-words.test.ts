import { expect, test } from "vitest";
import { changeWords, entryWords, ownWords } from "./event-words";

test.each([
  ["user.disabled", "user", "disabled this user"],
  ["user.exported", "user", "exported this user’s data"],
  ["passkey.disabled", "user", "disabled a passkey"],
  ["passkey.disabled", "passkey", "disabled this passkey"],
  ["api-key.locked", "API key", "locked this API key"],
  ["passkey.moved", "passkey", "moved this passkey to another user"],
] as const)("%s on the page of its %s", (action, subject, words) => {
  expect(ownWords(action, subject)).toBe(words);
});

test.each([
  ["InvalidChallengeCode", "Code entry failed"],
  ["ChallengeRateLimited", "Code request failed"],
  ["RateLimited", "Code request or entry failed"],
])("a refused code with the reason %s: %s", (reason, words) => {
  expect(entryWords("code.refused", reason)).toBe(words);
});

test.each([
  ["user.updated", "locale", "browser", "changed their language"],
  ["user.updated", "locale", "operator", "changed this user’s language"],
  [
    "user.updated",
    "givenName, familyName, emailVerified",
    "apiKey",
    "changed this user’s given name, family name, and whether the email is verified",
  ],
  ["user.updated", "emailVerified", "operator", "changed whether the email is verified"],
  ["user.updated", "no changes", "apiKey", "saved this user’s profile without changes"],
  ["user.exported", null, "browser", "exported their data"],
  ["user.deletion-requested", null, "browser", "requested the deletion of their account"],
  ["user.email-changed", null, "browser", "changed their email"],
  ["user.email-changed", "verified", "browser", "verified their email"],
  ["user.email-changed", "changed", "apiKey", "changed this user’s email"],
  ["user.disabled", null, "operator", "disabled this user"],
])("%s (%s) by %s in the user's timeline", (kind, detail, actor, words) => {
  expect(changeWords({ kind, detail, actor: { kind: actor } })).toEqual({ words, rest: null });
});

test("a change keeps the part of its detail that its words don't say", () => {
  const change = { kind: "user.deletion-requested", detail: "privacy", actor: { kind: "browser" } };
  expect(changeWords(change).rest).toBe("For privacy");
});
