import { createHash, verify } from "node:crypto";
import type { AuthenticationResponseJSON } from "@/lib/contract/ceremony";
import type { TenancyContext } from "@/lib/domain/base/context";
import { inQuarantine, ofDisabledUser } from "@/lib/domain/passkey/guard/guard-new-passkey";
import { importCachedPublicKey } from "@/lib/domain/passkey/public-key";
import { ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import type { AuthenticationSession } from "./ceremony-intent";
import {
  checkAuthenticatorData,
  checkClientData,
  readAuthenticatorData,
  verificationFailed,
} from "./check-client-data";
import type { KnownPasskey } from "./consume-authentication-session";
import { decoyPublicKey } from "./decoy-credential";

export interface SignedAssertion {
  authenticatorData: Uint8Array;
  clientDataJSON: Uint8Array;
  signature: Uint8Array;
}

/**
 * Returns whether the key signed the authenticator data and the hash of the client data: WebAuthn
 * L3 §7.2 steps 20–21. ECDSA signatures are DER (§6.5.5), RS256 is RSASSA-PKCS1-v1_5.
 * Stricter than SimpleWebAuthn: also rejects invalid DER, and keys whose type, curve and algorithm
 * don't match. The test compares both.
 */
export function verifyAssertionSignature(
  publicKey: Uint8Array<ArrayBuffer>,
  { authenticatorData, clientDataJSON, signature }: SignedAssertion,
): boolean {
  const signed = Buffer.concat([
    authenticatorData,
    createHash("sha256").update(clientDataJSON).digest(),
  ]);
  try {
    const { key, digest } = importCachedPublicKey(publicKey);
    return verify(digest, signed, key, signature);
  } catch {
    return false;
  }
}

export interface VerifiedAssertion {
  passkey: KnownPasskey;
  signCount: number;
  userVerified: boolean;
  /** Never changes, but an imported passkey may lack it until its first sign-in. */
  backupEligible: boolean;
  backedUp: boolean;
}

/**
 * Whether the counter shows that the credential may have been copied: it has not increased. An
 * authenticator without a counter always reports 0 (WebAuthn L3 §6.1.1).
 */
export const isCounterStale = (stored: bigint, reported: number): boolean =>
  (stored > 0n || reported > 0) && BigInt(reported) <= stored;

const fromBase64Url = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));

/**
 * Refuses a credential that this tenancy does not know. On `PasskeyNotFound` the client deletes the
 * passkey for good, so it is thrown only if no tenancy of this installation knows the credential.
 */
async function refuseUnknown(
  ctx: TenancyContext,
  credentialId: string,
  rpId: string,
): Promise<never> {
  const elsewhere = await ctx.db.passkey.count({ where: { credentialId, rpId } });
  if (elsewhere > 0) throw verificationFailed("credential-not-allowed");
  throw new ServiceError("@error/PasskeyNotFound", { credentialId, rpId });
}

/**
 * Verifies an assertion by WebAuthn L3 §7.2, steps 5–25, in order. Writes nothing. A decoy, or a
 * credential deleted since the options, passes through the same steps and fails at the signature.
 * @throws VerificationFailed with the failed step · PasskeyNotFound · PasskeyDisabled, only after a
 * valid signature
 */
export async function checkAssertion(
  ctx: TenancyContext,
  { session, passkey }: { session: AuthenticationSession; passkey: KnownPasskey | null },
  response: AuthenticationResponseJSON,
): Promise<VerifiedAssertion> {
  const { clientDataJSON, authenticatorData: encoded, userHandle } = response.response;
  const discoverable = session.allowCredentials === null;
  if (
    response.rawId !== response.id ||
    Buffer.byteLength(response.id, "base64url") > limits.credentialIdBytes
  )
    throw verificationFailed("credential-id");
  if (session.allowCredentials !== null && !session.allowCredentials.includes(response.id))
    throw verificationFailed("credential-not-allowed");

  checkClientData(ctx.tenancy, clientDataJSON, { type: "webauthn.get", ...session });
  const authenticatorData = readAuthenticatorData(fromBase64Url(encoded));
  checkAuthenticatorData(authenticatorData, session);
  if (discoverable && passkey === null) return refuseUnknown(ctx, response.id, session.rpId);

  // §7.2 step 6: required in a discoverable sign-in, and must be the passkey's own. Some clients
  // send "" for none.
  const sentHandle = userHandle === "" ? undefined : (userHandle ?? undefined);
  if (sentHandle === undefined ? discoverable : sentHandle !== passkey?.userHandle)
    throw verificationFailed("user-handle");

  const signed = {
    authenticatorData: fromBase64Url(encoded),
    clientDataJSON: fromBase64Url(clientDataJSON),
    signature: fromBase64Url(response.response.signature),
  };
  const isSigned = verifyAssertionSignature(passkey?.publicKey ?? decoyPublicKey, signed);
  if (passkey === null || !isSigned) throw verificationFailed("signature");
  const { flags, signCount } = authenticatorData;
  if (flags.be !== passkey.backupEligible && !passkey.backupAssumed)
    throw verificationFailed("backup-eligibility");
  if (ctx.tenancy.signatureCounter === "refuse" && isCounterStale(passkey.signCount, signCount))
    throw verificationFailed("signature-counter");
  if (passkey.userDisabled) throw ofDisabledUser(passkey.shownId);
  if (passkey.disabled)
    throw new ServiceError("@error/PasskeyDisabled", { passkeyId: passkey.shownId });
  if (passkey.quarantinedUntil !== null && passkey.quarantinedUntil > ctx.clock.now())
    throw inQuarantine(passkey.shownId, passkey.quarantinedUntil);
  return {
    passkey,
    signCount,
    userVerified: flags.uv,
    backupEligible: flags.be,
    backedUp: flags.bs,
  };
}
