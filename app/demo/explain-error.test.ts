import { expect, test } from "vitest";
import { explainError } from "./explain-error";

const failed = (reason: "credential-not-allowed" | "signature") =>
  explainError({ _tag: "@error/VerificationFailed", message: "It failed.", reason })?.title;

test("a passkey of another application is not called unverifiable", () => {
  expect(failed("credential-not-allowed")).toBe("This passkey belongs to another application");
  expect(failed("signature")).toBe("The passkey couldn’t be verified");
});

test("a disabled account or passkey sends the user to support", () => {
  expect(
    explainError({ _tag: "@error/PasskeyDisabled", message: "Disabled.", passkeyId: "01j" }),
  ).toEqual({ title: "This account or passkey is disabled", advice: "Contact support." });
});
