import { expect, test } from "vitest";
import { adviceOf, reasonWords } from "./reason-words";

test("each reason has words and advice", () => {
  for (const [reason, words] of Object.entries(reasonWords)) {
    expect(words, reason).toBeTruthy();
    expect(adviceOf(reason), reason).toMatch(/\.$/);
  }
});

test("advice names the user's own ways to sign in, or says that there are none", () => {
  const reason = "VerificationFailed.signature";
  expect(adviceOf(reason)).toContain("or with another passkey if they have one");
  expect(adviceOf(reason, "an emailed code")).toContain(
    "Ask the user to sign in with an emailed code",
  );
  expect(adviceOf(reason, null)).toContain("The user has no other way to sign in");
  expect(adviceOf("PasskeyDisabled", null)).toContain("has no other way to sign in.");
  expect(adviceOf("PasskeyNotFound", "their passkey")).toContain("sign in with their passkey");
});
