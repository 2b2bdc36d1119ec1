import { createHash, timingSafeEqual } from "node:crypto";
import type { UserVerification } from "@/lib/contract/fields";
import {
  type AuthenticatorData,
  parseAuthenticatorData,
} from "@/lib/domain/passkey/attestation/authenticator-data";
import { verificationFailed } from "./verification-failed";

/** Parses authenticator data (WebAuthn L3 §6.1). @throws VerificationFailed `malformed` */
export function readAuthenticatorData(bytes: Uint8Array): AuthenticatorData {
  try {
    return parseAuthenticatorData(bytes);
  } catch {
    throw verificationFailed("malformed");
  }
}

/**
 * Checks relying party and flags: WebAuthn L3 §7.1 steps 14–18, and §7.2 steps 15–19 except for a
 * changed backup eligibility. Only an automatic registration needs no user presence.
 * @throws VerificationFailed `rp-id` · `user-presence` · `user-verification` · `backup-state`
 */
export function checkAuthenticatorData(
  { rpIdHash, flags }: AuthenticatorData,
  expected: { rpId: string; userVerification: UserVerification; automatic?: boolean | undefined },
): void {
  if (!timingSafeEqual(createHash("sha256").update(expected.rpId).digest(), rpIdHash))
    throw verificationFailed("rp-id");
  if (!flags.up && expected.automatic !== true) throw verificationFailed("user-presence");
  if (expected.userVerification === "required" && !flags.uv)
    throw verificationFailed("user-verification");
  if (flags.bs && !flags.be) throw verificationFailed("backup-state");
}
