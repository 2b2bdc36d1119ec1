import { ServiceError, type VerificationReason } from "@/lib/errors";

/** Creates the error of a ceremony that failed a WebAuthn step. */
export function verificationFailed(
  reason: VerificationReason,
): ServiceError<"@error/VerificationFailed"> {
  return new ServiceError(
    "@error/VerificationFailed",
    { reason },
    `The authenticator's response failed the check "${reason}".`,
  );
}
