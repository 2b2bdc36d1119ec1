import { fail, Failure } from "./errors";

const nameOf = (caught: unknown) => (caught instanceof Error ? caught.name : "");
const messageOf = (caught: unknown) => (caught instanceof Error ? caught.message : "");

/**
 * Names what the browser rejected a request with (WebAuthn L3 §5.1.3, §5.1.4).
 * @param waitedMs how long the prompt stood @param timeoutMs how long it was allowed to
 */
export function nameDeviceError(caught: unknown, waitedMs: number, timeoutMs: number): Failure {
  if (caught instanceof Failure) return caught;
  switch (nameOf(caught)) {
    case "NotAllowedError":
      // A refusal and the end of patience arrive as the same error, lest a page learn which
      // passkeys exist.
      return waitedMs >= timeoutMs * 0.98
        ? fail("@error/TimedOut", "Nobody answered the passkey prompt in time.")
        : fail("@error/Cancelled", "The passkey prompt was closed, or no passkey could be used.");
    case "AbortError":
      return fail("@error/Aborted", "The ceremony was ended.");
    case "InvalidStateError":
      return fail(
        "@error/PasskeyAlreadyOnDevice",
        "This device already has a passkey for this account.",
      );
    case "SecurityError":
    case "NotSupportedError":
    case "ConstraintError":
      return fail(
        "@error/PasskeyUnsupported",
        `A passkey cannot be used here: ${messageOf(caught)}`,
      );
    default:
      return fail(
        "@error/AuthenticatorFailed",
        messageOf(caught) || "The authenticator failed without saying why.",
      );
  }
}
