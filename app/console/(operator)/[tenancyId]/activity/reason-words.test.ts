import { expect, test } from "vitest";
import { adviceOf, reasonWords } from "./reason-words";

const anyone = { hasAccountPage: true };
/** A user who signs in with another passkey, or not at all. */
const withPasskey = (passkey: string | null, hasAccountPage = true, createsPasskey = false) => ({
  ways: passkey,
  passkey,
  failedCanSync: null,
  codePlace: null,
  createsPasskey,
  hasAccountPage,
});
/** A user who signs in with an emailed code. */
const withCode = (codePlace: "sign-in-page" | "application", hasAccountPage = true) => ({
  ways: "an emailed code",
  passkey: null,
  failedCanSync: null,
  codePlace,
  createsPasskey: false,
  hasAccountPage,
});

test("each reason has words and advice", () => {
  for (const [reason, words] of Object.entries(reasonWords)) {
    expect(words, reason).toBeTruthy();
    for (const user of [
      anyone,
      withPasskey("x"),
      withPasskey(null),
      withPasskey(null, false, true),
    ])
      expect(adviceOf(reason, user), reason).toMatch(/\.$/);
  }
});

const reason = "VerificationFailed.signature";

test("advice names the user's own ways to sign in, or says that there are none", () => {
  expect(adviceOf(reason, { hasAccountPage: false })).toContain(
    "with an emailed code if that opens their account",
  );
  expect(adviceOf(reason, withCode("sign-in-page"))).toContain(
    "Ask the user to sign in with an emailed code",
  );
  expect(adviceOf(reason, withPasskey(null))).toContain("The user has no other way to sign in");
  expect(adviceOf("PasskeyDisabled", withPasskey(null))).toContain("has no other way to sign in.");
  expect(adviceOf("PasskeyNotFound", withPasskey("their passkey"))).toContain(
    "sign in with their passkey",
  );
});

test("advice says who adds the new passkey and removes the old one, and where", () => {
  expect(adviceOf(reason, withPasskey("their other passkey"))).toMatch(
    /then to add a new passkey on the account page. The user then deletes the failing one there, too.$/,
  );
  // A code opens the account page, but adds no passkey to another one there.
  expect(adviceOf(reason, withCode("sign-in-page"))).toContain(
    "an emailed code on the sign-in page, and then to add a new passkey there. Then delete the failing",
  );
  expect(adviceOf(reason, withCode("application"))).toMatch(
    /add a new passkey in your application. Then delete the failing one on its page here, or ask an admin to.$/,
  );
  expect(adviceOf(reason, withPasskey(null))).toMatch(
    /for them. Then delete the failing one on its page here, or ask an admin to.$/,
  );
  expect(adviceOf("PasskeyNotFound", withCode("sign-in-page"))).toMatch(
    /The user then removes the old one in the settings of the device or password manager.$/,
  );
  expect(adviceOf(reason, withPasskey(null, false, true))).toContain(
    "request an emailed code on the sign-in page. It lets them create a new passkey.",
  );
});

test("advice about the policy says how a known user gets in, and which passkey they need", () => {
  const model = "VerificationFailed.policy-aaguid";
  expect(adviceOf(model, withCode("sign-in-page"))).toMatch(
    /^Ask the user to sign in with an emailed code on the sign-in page, .* The new one must be on a model that you accept\./,
  );
  expect(adviceOf(model, withPasskey(null))).toContain("The user has no other way to sign in");
  expect(adviceOf(model, withPasskey("their other passkey"))).toMatch(
    /^Ask the user to sign in with their other passkey, which the policy accepts\./,
  );
  const storage = (failedCanSync: boolean | null) =>
    adviceOf("VerificationFailed.policy-storage", { ...withCode("sign-in-page"), failedCanSync });
  expect(storage(true)).toMatch(/doesn’t accept synced passkeys\. .* on a security key/);
  expect(storage(false)).toMatch(/doesn’t accept device-bound passkeys\. .* that syncs/);
  expect(storage(null)).toContain("only synced or only device-bound");
  expect(adviceOf(model, anyone)).toMatch(/^Ask the user to register a passkey on a model/);
});

test("advice about an unverified email names no code as a way to sign in", () => {
  for (const user of [anyone, withPasskey(null), withPasskey("their passkey")])
    expect(adviceOf("Forbidden.email-not-verified", user)).not.toMatch(
      /sign in with .*emailed code/,
    );
  expect(adviceOf("Forbidden.email-not-verified", withPasskey("their passkey"))).toContain(
    "sign in with their passkey, and then to verify the email on the account page.",
  );
  expect(adviceOf("Forbidden.email-not-verified", withPasskey(null, false))).toContain(
    "mark it as verified in the profile on the user’s page",
  );
});

test("a user who is kept out gets no advice to sign in", () => {
  expect(adviceOf(reason, undefined)).toBeUndefined();
  expect(adviceOf("PasskeyDisabled.user-disabled", undefined)).toContain("Enable the user");
});
