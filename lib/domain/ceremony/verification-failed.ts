import { ServiceError, type VerificationReason } from "@/lib/errors";

/** Fails a ceremony at a named WebAuthn step. */
export function verificationFailed(
  reason: VerificationReason,
): ServiceError<"@error/VerificationFailed"> {
  return new ServiceError(
    "@error/VerificationFailed",
    { reason },
    `The authenticator's response failed at the step: ${reason}.`,
  );
}
