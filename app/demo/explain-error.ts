import type { ErrorOf, ErrorTag } from "@/lib/client/v2";

/** Message for the user: what happened and what to do next. */
export interface Explanation {
  title: string;
  advice: string;
}

const again: Explanation = { title: "That did not work", advice: "Please try again." };

/** Explains an error. The compiler checks that every tag is covered. */
export function explainError(error: ErrorOf<ErrorTag>): Explanation | undefined {
  switch (error._tag) {
    case "@error/Aborted":
      return undefined;
    case "@error/Cancelled":
      return {
        title: "No passkey was used",
        advice:
          "The prompt was closed, or this device had no passkey to offer. Try again, or register first.",
      };
    case "@error/TimedOut":
      return {
        title: "The prompt timed out",
        advice: "Nobody answered it in time. Try again when you are ready.",
      };
    case "@error/PasskeyUnsupported":
      return {
        title: "Passkeys do not work here",
        advice: `${error.message} Try a current browser, or another device.`,
      };
    case "@error/PasskeyAlreadyOnDevice":
      return {
        title: "This device already has your passkey",
        advice: "There is nothing to add here: sign in with it, or add one on another device.",
      };
    case "@error/OrphanedPasskey":
      return {
        title: "That passkey is not known here any more",
        advice:
          "Your account has been removed, or this passkey was. Take it off this device and use another.",
      };
    case "@error/AuthenticatorFailed":
      return { title: "Your device could not do it", advice: error.message };
    case "@error/Network":
      return { title: "The service cannot be reached", advice: error.message };
    case "@error/DuplicateEmail":
      return { title: "There is an account with this email", advice: "Sign in instead." };
    case "@error/InvalidEmail":
      return { title: "Check the email address", advice: error.message };
    case "@error/DuplicatePasskey":
      return { title: "This passkey is registered already", advice: "Sign in with it." };
    case "@error/PasskeyDisabled":
      return {
        title: "This passkey is switched off",
        advice: "Ask whoever runs this application to switch it on again.",
      };
    case "@error/RateLimited":
      return {
        title: "Too many attempts",
        advice: `Try again in ${error.retryAfterSeconds} seconds.`,
      };
    case "@error/Unavailable":
      return {
        title: "The service is busy",
        advice: "Try again in a moment.",
      };
    case "@error/VerificationFailed":
      return {
        title: "The passkey could not be verified",
        advice: `The step that failed is called “${error.reason}”. Try again.`,
      };
    case "@error/BadRequest":
      return {
        title: "Something in the form is not right",
        advice: error.issues.map(({ message }) => message).join(" "),
      };
    case "@error/Forbidden":
    case "@error/InvalidTenancy":
      return {
        title: "This page may not do that",
        advice: `${error.message} The tenancy's settings decide it.`,
      };
    case "@error/InvalidToken":
      return { title: "That took too long", advice: "Please begin again." };
    case "@error/Internal":
      return {
        title: "Something broke on the service's side",
        advice: `Please try again. Its log knows this as ${error.requestId}.`,
      };
    case "@error/NotFound":
    case "@error/UnsupportedMediaType":
    case "@error/PayloadTooLarge":
    case "@error/MethodNotAllowed":
      return again;
  }
}
