import { expect, test } from "vitest";
import { passkeyShareWords } from "./passkey-share-words";

test.each([
  [0, 0, true, ""],
  [1, 1, true, "The only active user has a passkey."],
  [1, 0, true, "The only active user has no passkey."],
  [1_200, 900, true, "Of the 1,200 active users, 75% have a passkey."],
  [1_800, 1_350, false, "Of the last 1,800 active users, 75% have a passkey."],
])("%i active users, %i with a passkey", (users, withPasskey, isComplete, words) => {
  expect(passkeyShareWords({ users, withPasskey, isComplete })).toBe(words);
});
