import type { TenancyContext } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";

/** A passkey that a user is about to get, by registration or from another user. */
interface NewPasskey {
  sub: string;
  /** The passkeys that the user already has, disabled ones included. */
  existing: number;
  /** Whether a fresh code proved that this user wants it. */
  isProved: boolean;
}

/** Whether the tenancy requires a proof that this user wants another passkey. */
export const needsProof = ({ tenancy }: TenancyContext, existing: number): boolean =>
  tenancy.requireProofToAddPasskey && existing > 0;

/**
 * Refuses a user's further passkey without the proof that the tenancy requires. Exact only while the
 * user's row is locked.
 * @throws ProofRequired
 */
export function requireProof(ctx: TenancyContext, { sub, existing, isProved }: NewPasskey): void {
  if (needsProof(ctx, existing) && !isProved)
    throw new ServiceError("@error/ProofRequired", {}).about({ sub });
}

/** Returns when a new passkey may sign in; null for immediately. A user's first passkey never waits. */
export function quarantineEnd({ tenancy, clock }: TenancyContext, existing: number): Date | null {
  if (tenancy.quarantineHours === 0 || existing === 0) return null;
  return new Date(clock.now() + tenancy.quarantineHours * lifetimes.hourMs);
}

/** Creates the error of a sign-in with a passkey that is too new. `untilMs` in milliseconds. */
export const inQuarantine = (passkeyId: string, untilMs: number) =>
  new ServiceError(
    "@error/PasskeyDisabled",
    { passkeyId, reason: "quarantine", availableAt: untilMs },
    `This passkey is new and can sign in from ${new Date(untilMs).toISOString()}.`,
  );

/** Creates the error of a sign-in whose user is disabled. */
export const ofDisabledUser = (passkeyId: string) =>
  new ServiceError(
    "@error/PasskeyDisabled",
    { passkeyId, reason: "user-disabled" },
    "This user is disabled.",
  );
