import { fail, Failure } from "./errors";

const nameOf = (caught: unknown) => (caught instanceof Error ? caught.name : "");
const messageOf = (caught: unknown) => (caught instanceof Error ? caught.message : "");

const unsupported = (caught: unknown) =>
  fail("@error/PasskeyUnsupported", `Passkeys are not supported here: ${messageOf(caught)}`);

/**
 * Converts an error of the browser's WebAuthn API into a `Failure` (WebAuthn L3 §5.1.3, §5.1.4).
 * @param waitedMs how long the prompt was open
 * @param timeoutMs the timeout of the request
 */
export function toFailure(caught: unknown, waitedMs: number, timeoutMs: number): Failure {
  if (caught instanceof Failure) return caught;
  switch (nameOf(caught)) {
    case "NotAllowedError":
      // Chromium opens no prompt where the page's or frame's policy forbids one, and says so.
      if (messageOf(caught).includes("Permissions Policy")) return unsupported(caught);
      // Browsers report a refusal and a timeout as the same error, so that a page cannot learn
      // which passkeys exist. The elapsed time is the only hint; timers may fire a little early.
      return waitedMs >= timeoutMs * 0.98
        ? fail("@error/TimedOut", "The passkey prompt timed out.")
        : fail("@error/Cancelled", "The passkey prompt was closed, or no passkey could be used.");
    case "AbortError":
      return fail("@error/Aborted", "The ceremony was aborted.");
    // Only a registration causes it: the device has one of the excluded credentials.
    case "InvalidStateError":
      return fail(
        "@error/PasskeyAlreadyOnDevice",
        "This device already has a passkey for this account.",
      );
    case "SecurityError":
    case "NotSupportedError":
    case "ConstraintError":
      return unsupported(caught);
    default:
      return fail(
        "@error/AuthenticatorFailed",
        messageOf(caught) || "The authenticator failed without giving a reason.",
      );
  }
}
