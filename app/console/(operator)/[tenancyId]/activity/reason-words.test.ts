import { expect, test } from "vitest";
import { adviceOf, reasonWords } from "./reason-words";

const anyone = { hasAccountPage: true };
const withWays = (ways: string | null, hasAccountPage = true, createsPasskey = false) => ({
  ways,
  createsPasskey,
  hasAccountPage,
});

test("each reason has words and advice", () => {
  for (const [reason, words] of Object.entries(reasonWords)) {
    expect(words, reason).toBeTruthy();
    for (const user of [anyone, withWays("x"), withWays(null), withWays(null, false, true)])
      expect(adviceOf(reason, user), reason).toMatch(/\.$/);
  }
});

const reason = "VerificationFailed.signature";

test("advice names the user's own ways to sign in, or says that there are none", () => {
  expect(adviceOf(reason, anyone)).toContain("with an emailed code if that opens their account");
  expect(adviceOf(reason, withWays("an emailed code"))).toContain(
    "Ask the user to sign in with an emailed code",
  );
  expect(adviceOf(reason, withWays(null))).toContain("The user has no other way to sign in");
  expect(adviceOf("PasskeyDisabled", withWays(null))).toContain("has no other way to sign in.");
  expect(adviceOf("PasskeyNotFound", withWays("their passkey"))).toContain(
    "sign in with their passkey",
  );
});

test("advice says who adds the new passkey and removes the old one, and where", () => {
  expect(adviceOf(reason, withWays("an emailed code"))).toMatch(
    /then to add a new passkey on the account page. The user then deletes the failing one there, too.$/,
  );
  expect(adviceOf(reason, withWays("an emailed code", false))).toMatch(
    /add a new passkey in your application. Then delete the failing one on its page here, or ask an admin to.$/,
  );
  expect(adviceOf(reason, withWays(null))).toMatch(
    /for them. Then delete the failing one on its page here, or ask an admin to.$/,
  );
  expect(adviceOf("PasskeyNotFound", withWays("an emailed code"))).toMatch(
    /The user then removes the old one in the settings of the device or password manager.$/,
  );
  expect(adviceOf(reason, withWays(null, false, true))).toContain(
    "request an emailed code on the sign-in page. It lets them create a new passkey.",
  );
});

test("advice about the policy says how a known user gets in, and which passkey they need", () => {
  const model = "VerificationFailed.policy-aaguid";
  expect(adviceOf(model, withWays("an emailed code"))).toMatch(
    /^Ask the user to sign in with an emailed code, .* The new one must be on a model that you accept\./,
  );
  expect(adviceOf(model, withWays(null))).toContain("The user has no other way to sign in");
  expect(adviceOf(model, anyone)).toMatch(/^Ask the user to register a passkey on a model/);
});

test("advice about an unverified email names no code as a way to sign in", () => {
  for (const user of [anyone, withWays(null), withWays("their passkey")])
    expect(adviceOf("Forbidden.email-not-verified", user)).not.toMatch(
      /sign in with .*emailed code/,
    );
  expect(adviceOf("Forbidden.email-not-verified", withWays("their passkey"))).toContain(
    "sign in with their passkey, and then to verify the email on the account page.",
  );
  expect(adviceOf("Forbidden.email-not-verified", withWays(null, false))).toContain(
    "mark it as verified in the profile on the user’s page",
  );
});

test("a user who is kept out gets no advice to sign in", () => {
  expect(adviceOf(reason, undefined)).toBeUndefined();
  expect(adviceOf("PasskeyDisabled.user-disabled", undefined)).toContain("Enable the user");
});
