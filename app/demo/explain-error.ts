import type { ErrorOf, ErrorTag } from "@/lib/client/v2";

/** Message for the user: what happened and what to do next. */
export interface Explanation {
  title: string;
  advice: string;
}

const again: Explanation = { title: "That didn’t work", advice: "Try again." };

/**
 * Explains an error of a sign-in, or of the creation of a passkey. The compiler checks that every tag is
 * covered.
 */
export function explainError(
  error: ErrorOf<ErrorTag>,
  prompt: "sign-in" | "creation" = "sign-in",
): Explanation | undefined {
  switch (error._tag) {
    case "@error/Aborted":
      return undefined;
    case "@error/Cancelled":
      if (prompt === "creation")
        return { title: "No passkey was created", advice: "The prompt was closed. Try again." };
      return {
        title: "No passkey was used",
        advice: "The prompt was closed, or this device has no passkey for this site. Try again.",
      };
    case "@error/TimedOut":
      return {
        title: "The prompt timed out",
        advice: "Try again when you’re ready.",
      };
    case "@error/PasskeyUnsupported":
      return {
        title: "Passkeys aren’t available here",
        advice: `${error.message} Use a current browser or another device.`,
      };
    case "@error/PasskeyAlreadyOnDevice":
      return {
        title: "This device already has your passkey",
        advice: "Sign in with it, or add a passkey on another device.",
      };
    case "@error/OrphanedPasskey":
      return {
        title: "This passkey no longer exists",
        advice:
          "The passkey or its account was deleted. Remove it from this device and use another one.",
      };
    case "@error/AuthenticatorFailed":
      return { title: "Your device couldn’t use the passkey", advice: error.message };
    case "@error/Network":
      return { title: "Keystead is unreachable", advice: error.message };
    case "@error/DuplicateEmail":
      return { title: "This email has an account", advice: "Sign in instead." };
    case "@error/InvalidEmail":
      return { title: "Check the email address", advice: error.message };
    case "@error/DuplicatePasskey":
      return { title: "This passkey is already registered", advice: "Sign in with it." };
    case "@error/PasskeyDisabled":
      if (error.reason === "quarantine")
        return { title: "This passkey is new", advice: error.message };
      if (error.reason === "user-disabled")
        return { title: "This account is disabled", advice: "Contact support." };
      return {
        title: "This passkey is disabled",
        advice: "Use another one, or sign in with an emailed code.",
      };
    case "@error/ProofRequired":
      return { title: "You already have a passkey", advice: error.message };
    case "@error/RateLimited":
      return {
        title: "Too many attempts",
        advice: `Try again in ${error.retryAfterSeconds} seconds.`,
      };
    case "@error/Unavailable":
      return {
        title: "Keystead is busy",
        advice: "Try again in a moment.",
      };
    case "@error/VerificationFailed":
      if (error.reason === "credential-not-allowed")
        return {
          title: "This passkey belongs to another application",
          advice: "Use another passkey, or delete this one if you no longer need it.",
        };
      if (error.reason.startsWith("policy-"))
        return {
          title: "Your passkey isn’t accepted here",
          advice: `The passkey policy refuses it (“${error.reason}”). Use another device, password manager or security key.`,
        };
      return {
        title: "The passkey couldn’t be verified",
        advice: `The check “${error.reason}” failed. Try again.`,
      };
    case "@error/BadRequest":
      return {
        title: "Check the form",
        advice: error.issues.map(({ message }) => message).join(" "),
      };
    case "@error/Forbidden":
    case "@error/InvalidTenancy":
      return {
        title: "This page isn’t allowed to do that",
        advice: `${error.message} Check the tenancy’s settings.`,
      };
    case "@error/InvalidToken":
      return { title: "That took too long", advice: "Start again." };
    case "@error/Internal":
      return {
        title: "Keystead has a problem",
        advice: `Try again. The request id for support is ${error.requestId}.`,
      };
    case "@error/NotFound":
    case "@error/UnsupportedMediaType":
    case "@error/PayloadTooLarge":
    case "@error/MethodNotAllowed":
      return again;
  }
}
