import type { AuthenticationResponseJSON } from "@/lib/contract/ceremony";
import { limits } from "@/lib/limits";
import type { TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";
import type { AuthenticationSession } from "./authentication-intent";
import { checkAuthenticatorData, readAuthenticatorData } from "./check-authenticator-data";
import { checkClientData } from "./check-client-data";
import type { KnownPasskey } from "./consume-authentication-session";
import { decoyPublicKey } from "./decoy-credential";
import { verificationFailed } from "./verification-failed";
import { verifyAssertionSignature } from "./verify-assertion-signature";

export interface VerifiedAssertion {
  passkey: KnownPasskey;
  signCount: number;
  userVerified: boolean;
  /** Fixed for life, yet an imported passkey may have come without it. */
  backupEligible: boolean;
  backedUp: boolean;
}

const fromBase64Url = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));

/**
 * A credential that this tenancy does not know. Only when no tenancy of the installation knows it
 * for the rpId may the client be told so: it will then delete the passkey for good.
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
 * WebAuthn L3 §7.2, steps 5–22, in order; writes nothing. A decoy, or a credential that went since
 * it was offered, runs the same course against a key that nobody holds.
 * @throws VerificationFailed naming the step · PasskeyNotFound · PasskeyDisabled, only behind a
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

  // §7.2 step 6: required where the credential named the user, and never somebody else's. Some
  // clients send "" for none.
  const named = userHandle === "" ? undefined : (userHandle ?? undefined);
  if (named === undefined ? discoverable : named !== passkey?.userHandle)
    throw verificationFailed("user-handle");

  const signed = {
    authenticatorData: fromBase64Url(encoded),
    clientDataJSON: fromBase64Url(clientDataJSON),
    signature: fromBase64Url(response.response.signature),
  };
  const isSigned = verifyAssertionSignature(passkey?.publicKey ?? decoyPublicKey, signed);
  if (passkey === null || !isSigned) throw verificationFailed("signature");
  const { flags, counter } = authenticatorData;
  if (flags.be !== passkey.backupEligible && !passkey.backupAssumed)
    throw verificationFailed("backup-eligibility");
  if (passkey.disabled)
    throw new ServiceError("@error/PasskeyDisabled", { passkeyId: passkey.passkeyId });
  return {
    passkey,
    signCount: counter,
    userVerified: flags.uv,
    backupEligible: flags.be,
    backedUp: flags.bs,
  };
}
