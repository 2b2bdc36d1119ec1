import { expect, test } from "vitest";
import { entryWords, ownWords } from "./event-words";

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
