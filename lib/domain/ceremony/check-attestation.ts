import { decodeCBOR } from "@levischuck/tiny-cbor";
import { verifyRegistrationResponse, type RegistrationResponseJSON as LibraryResponse } from "@simplewebauthn/server";
import { convertAAGUIDToString } from "@simplewebauthn/server/helpers";
import type { RegistrationResponseJSON } from "@/lib/contract/ceremony";
import { limits } from "@/lib/config";
import { algorithmOf, importPublicKey } from "@/lib/domain/passkey/public-key";
import type { Tenancy } from "@/lib/domain/tenancy/tenancy";
import { offeredAlgorithms } from "./ceremony-settings";
import { checkAuthenticatorData, readAuthenticatorData } from "./check-authenticator-data";
import { checkClientData } from "./check-client-data";
import type { RegistrationSession } from "./registration-intent";
import { verificationFailed } from "./verification-failed";

export interface VerifiedCredential {
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  algorithm: number;
  signCount: number;
  aaguid: string;
  userVerified: boolean;
  backupEligible: boolean;
  backedUp: boolean;
  attestationFormat: string;
  attestationObject: Uint8Array<ArrayBuffer>;
}

/** Decodes the whole attestation object: the library would pass over bytes behind it, and over hostile nesting. */
function readAttestationObject(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  try {
    const decoded = decodeCBOR(bytes);
    const authData = decoded instanceof Map ? decoded.get("authData") : undefined;
    if (authData instanceof Uint8Array) return new Uint8Array(authData);
  } catch {
    // Told apart from nothing else: whatever cannot be decoded is malformed.
  }
  throw verificationFailed("malformed");
}

async function verifyByLibrary(response: RegistrationResponseJSON, session: RegistrationSession, origin: string): Promise<string> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as LibraryResponse,
      expectedChallenge: session.ceremonyNonce,
      expectedOrigin: origin,
      expectedRPID: session.rpId,
      requireUserVerification: session.userVerification === "required",
      supportedAlgorithmIDs: offeredAlgorithms,
    });
    if (verified) return registrationInfo.fmt;
  } catch {
    // Every step before the attestation statement has been checked by name.
  }
  throw verificationFailed("attestation");
}

/**
 * WebAuthn L3 §7.1, steps 5–26, in order; writes nothing.
 * @throws VerificationFailed naming the step
 */
export async function checkAttestation(tenancy: Tenancy, session: RegistrationSession, response: RegistrationResponseJSON): Promise<VerifiedCredential> {
  const { clientDataJSON, attestationObject: encoded } = response.response;
  const origin = checkClientData(tenancy, clientDataJSON, { type: "webauthn.create", ...session });
  const attestationObject = new Uint8Array(Buffer.from(encoded, "base64url"));
  const authenticatorData = readAuthenticatorData(readAttestationObject(attestationObject));
  checkAuthenticatorData(authenticatorData, session);

  const { aaguid, credentialID, credentialPublicKey, counter, flags } = authenticatorData;
  if (aaguid === undefined || credentialID === undefined || credentialPublicKey === undefined) throw verificationFailed("malformed");
  const algorithm = algorithmOf(credentialPublicKey);
  if (algorithm === null) throw verificationFailed("malformed");
  if (!offeredAlgorithms.includes(algorithm)) throw verificationFailed("algorithm");
  try {
    importPublicKey(credentialPublicKey);
  } catch {
    throw verificationFailed("algorithm");
  }
  const credentialId = Buffer.from(credentialID).toString("base64url");
  const credentialBytes = credentialID.byteLength;
  if (credentialBytes === 0 || credentialBytes > limits.credentialIdBytes || response.id !== credentialId || response.rawId !== credentialId)
    throw verificationFailed("credential-id");

  const attestationFormat = await verifyByLibrary(response, session, origin);
  return {
    credentialId,
    publicKey: credentialPublicKey,
    algorithm,
    signCount: counter,
    aaguid: convertAAGUIDToString(aaguid),
    userVerified: flags.uv,
    backupEligible: flags.be,
    backedUp: flags.bs,
    attestationFormat,
    attestationObject,
  };
}
