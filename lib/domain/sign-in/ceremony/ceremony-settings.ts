import type { UserVerification } from "@/lib/contract/fields";
import { lifetimes } from "@/lib/limits";

const strength: Record<UserVerification, number> = { discouraged: 0, preferred: 1, required: 2 };

/** Returns the stricter of the tenancy's floor and the caller's choice. */
export function raiseUserVerification(
  floor: UserVerification,
  requested: UserVerification | undefined,
): UserVerification {
  return requested !== undefined && strength[requested] > strength[floor] ? requested : floor;
}

/** Clamps a timeout in milliseconds to the allowed range; applies the default if none is given. */
export function clampTimeout(requestedMs: number | undefined): number {
  const timeoutMs = Math.round(requestedMs ?? lifetimes.ceremonyTimeoutMs);
  const { ceremonyTimeoutMinMs, ceremonyTimeoutMaxMs } = lifetimes;
  return Math.min(ceremonyTimeoutMaxMs, Math.max(ceremonyTimeoutMinMs, timeoutMs));
}

/** Adds hints to options (WebAuthn L3 §5.8.7). Without any, the member stays absent. */
export const withHints = <T extends object>(optionsJSON: T, hints: string[]): T =>
  hints.length === 0 ? optionsJSON : { ...optionsJSON, hints };
