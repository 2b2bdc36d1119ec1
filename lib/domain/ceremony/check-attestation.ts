import { decodeCBOR } from "@levischuck/tiny-cbor";
import {
  verifyRegistrationResponse,
  type RegistrationResponseJSON as LibraryResponse,
} from "@simplewebauthn/server";
import { convertAAGUIDToString, isoCBOR } from "@simplewebauthn/server/helpers";
import type { RegistrationResponseJSON } from "@/lib/contract/ceremony";
import { limits } from "@/lib/limits";
import { algorithmOf, importPublicKey } from "@/lib/domain/passkey/public-key";
import type { Tenancy } from "@/lib/domain/tenancy/tenancy";
import { ServiceError } from "@/lib/errors";
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

interface AttestationObject {
  format: string;
  statement: Map<unknown, unknown>;
  authenticatorData: Uint8Array<ArrayBuffer>;
}

type CborValue = Parameters<typeof isoCBOR.encode>[0];

/** WebAuthn L3 §8.1: at most 32 printable ASCII characters without `"` and `\`. */
const formatIdentifier = /^[!#-[\]-~]{1,32}$/;

/**
 * Decodes an attestation object (WebAuthn L3 §6.5.4). Rejects trailing bytes and deep nesting.
 * @throws VerificationFailed `malformed`
 */
function readAttestationObject(bytes: Uint8Array<ArrayBuffer>): AttestationObject {
  try {
    const decoded = decodeCBOR(bytes);
    if (decoded instanceof Map) {
      const [format, statement, authData] = ["fmt", "attStmt", "authData"].map((member): unknown =>
        decoded.get(member),
      );
      if (
        typeof format === "string" &&
        formatIdentifier.test(format) &&
        statement instanceof Map &&
        authData instanceof Uint8Array
      )
        return { format, statement, authenticatorData: new Uint8Array(authData) };
    }
  } catch {
    // Undecodable: malformed, like any other shape.
  }
  throw verificationFailed("malformed");
}

/**
 * Runs SimpleWebAuthn's checks on the response with its attestation replaced by `none`. For other
 * formats the library downloads the revocation lists that the certificates name: from any URL,
 * without a size limit.
 * @throws VerificationFailed `malformed`
 */
async function verifyByLibrary(
  response: RegistrationResponseJSON,
  session: RegistrationSession,
  origin: string,
  authData: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const unattested = isoCBOR.encode(
    new Map<string, CborValue>([
      ["fmt", "none"],
      ["attStmt", new Map<string, CborValue>()],
      ["authData", authData],
    ]),
  );
  try {
    const { verified } = await verifyRegistrationResponse({
      response: {
        ...response,
        response: {
          ...response.response,
          attestationObject: Buffer.from(unattested).toString("base64url"),
        },
      } as LibraryResponse,
      expectedChallenge: session.ceremonyNonce,
      expectedOrigin: origin,
      expectedRPID: session.rpId,
      requireUserVerification: session.userVerification === "required",
      supportedAlgorithmIDs: offeredAlgorithms,
    });
    if (verified) return;
  } catch {
    // Every step with a reason of its own has passed, so this is a malformed detail.
  }
  throw verificationFailed("malformed");
}

/**
 * Verifies a registration by WebAuthn L3 §7.1, steps 5–26, in order. Writes nothing. Of the
 * attestation formats (steps 21–24) only `none` is verified: its statement must be empty. Other
 * statements are returned unverified.
 * @throws VerificationFailed with the failed step · DuplicatePasskey when the options excluded the
 * credential
 */
export async function checkAttestation(
  tenancy: Tenancy,
  session: RegistrationSession,
  response: RegistrationResponseJSON,
): Promise<VerifiedCredential> {
  const { clientDataJSON, attestationObject: encoded } = response.response;
  const origin = checkClientData(tenancy, clientDataJSON, { type: "webauthn.create", ...session });
  const attestationObject = new Uint8Array(Buffer.from(encoded, "base64url"));
  const attestation = readAttestationObject(attestationObject);
  const authenticatorData = readAuthenticatorData(attestation.authenticatorData);
  checkAuthenticatorData(authenticatorData, session);

  const { aaguid, credentialID, credentialPublicKey, counter, flags } = authenticatorData;
  if (aaguid === undefined || credentialID === undefined || credentialPublicKey === undefined)
    throw verificationFailed("malformed");
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
  if (
    credentialBytes === 0 ||
    credentialBytes > limits.credentialIdBytes ||
    response.id !== credentialId ||
    response.rawId !== credentialId
  )
    throw verificationFailed("credential-id");
  if (session.excludedCredentialIds?.includes(credentialId) === true)
    throw new ServiceError("@error/DuplicatePasskey");
  // The options require a resident key. Some clients don't report the property.
  if (response.clientExtensionResults?.credProps?.rk === false)
    throw verificationFailed("resident-key");

  if (attestation.format === "none" && attestation.statement.size > 0)
    throw verificationFailed("attestation");
  await verifyByLibrary(response, session, origin, attestation.authenticatorData);
  return {
    credentialId,
    publicKey: credentialPublicKey,
    algorithm,
    signCount: counter,
    aaguid: convertAAGUIDToString(aaguid),
    userVerified: flags.uv,
    backupEligible: flags.be,
    backedUp: flags.bs,
    attestationFormat: attestation.format,
    attestationObject,
  };
}
