import { expect, test } from "vitest";
import { explainError } from "./explain-error";

const failed = (reason: "credential-not-allowed" | "signature" | "policy-storage") =>
  explainError({ _tag: "@error/VerificationFailed", message: "It failed.", reason })?.title;

test("a passkey of another application is not called unverifiable", () => {
  expect(failed("credential-not-allowed")).toBe("This passkey belongs to another application");
  expect(failed("signature")).toBe("The passkey couldn’t be verified");
});

test("a passkey that the policy refuses leads to another one, not to another try", () => {
  expect(failed("policy-storage")).toBe("Your passkey isn’t accepted here");
});

test("a disabled passkey leads to another one, and a disabled account to support", () => {
  const disabled = {
    _tag: "@error/PasskeyDisabled",
    message: "Disabled.",
    passkeyId: "01j",
  } as const;
  expect(explainError(disabled)).toEqual({
    title: "This passkey is disabled",
    advice: "Use another one, or sign in with an emailed code.",
  });
  expect(explainError({ ...disabled, reason: "user-disabled" })).toEqual({
    title: "This account is disabled",
    advice: "Contact support.",
  });
});

test("a closed prompt says what it was for", () => {
  const closed = { _tag: "@error/Cancelled", message: "Closed." } as const;
  expect(explainError(closed)?.title).toBe("No passkey was used");
  expect(explainError(closed, "creation")?.title).toBe("No passkey was created");
});
