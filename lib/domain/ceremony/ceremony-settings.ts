import type { UserVerification } from "@/lib/contract/fields";
import { lifetimes } from "@/lib/limits";

/** COSE algorithms offered, in order of preference: EdDSA, ES256, RS256 (RFC 9053, RFC 8812). */
export const offeredAlgorithms = [-8, -7, -257];

const strength: Record<UserVerification, number> = { discouraged: 0, preferred: 1, required: 2 };

/** The caller's wish, raised to the tenancy's floor; never lowered. */
export function raiseUserVerification(
  floor: UserVerification,
  wish: UserVerification | undefined,
): UserVerification {
  return wish !== undefined && strength[wish] > strength[floor] ? wish : floor;
}

/** Milliseconds, clamped into the allowed range. */
export function clampTimeout(wishMs: number | undefined): number {
  const wish = Math.round(wishMs ?? lifetimes.ceremonyTimeoutMs);
  return Math.min(lifetimes.ceremonyTimeoutMaxMs, Math.max(lifetimes.ceremonyTimeoutMinMs, wish));
}
