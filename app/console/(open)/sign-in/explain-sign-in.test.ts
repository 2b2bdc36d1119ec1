import { expect, test } from "vitest";
import { explainSignIn, isVerification } from "./explain-sign-in";

test("a passkey of another tenancy on the console's domain is named in plain words", () => {
  const { title, advice } = explainSignIn({
    _tag: "@error/VerificationFailed",
    reason: "credential-not-allowed",
    message: 'The authenticator\'s response failed the check "credential-not-allowed".',
  });
  expect(title).toBe("This passkey isn’t for the console");
  expect(advice).toContain("email yourself a code");
});

test("an offer counts as picked once its passkey is sent, in any tenancy", () => {
  const request = { type: "request", method: "POST", status: 400, ms: 1 } as const;
  const path = "/v2/01jd3s0m6kz8f4w2v9b7c5x1ta/passkey/authentication";
  expect(isVerification({ ...request, path: `${path}/verification` })).toBe(true);
  expect(isVerification({ ...request, path: `${path}/options` })).toBe(false);
});
