import { createHash } from "node:crypto";
import { verifyRegistrationResponse } from "@simplewebauthn/server";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { RegistrationResponseJSON } from "@/lib/contract/ceremony";
import type { Tenancy } from "@/lib/domain/base/tenancy/tenancy";
import { readAttestationObject } from "@/lib/domain/passkey/attestation/attestation-object";
import {
  type AttestationType,
  verifyStatement,
} from "@/lib/domain/passkey/attestation/verify-statement";
import { algorithmOf, importPublicKey } from "@/lib/domain/passkey/public-key";
import { ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import type { RegistrationSession } from "./ceremony-intent";
import {
  checkAuthenticatorData,
  checkClientData,
  readAuthenticatorData,
  verificationFailed,
} from "./check-client-data";

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
  attestationType: AttestationType;
  /** DER certificates of a `basic` statement, leaf first; otherwise empty. */
  chain: Uint8Array<ArrayBuffer>[];
  attestationObject: Uint8Array<ArrayBuffer>;
  /** SHA-256 of the client data, which the attestation statement signs. */
  clientDataHash: Uint8Array<ArrayBuffer>;
}

type CborValue = Parameters<typeof isoCBOR.encode>[0];

const base64Url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/**
 * Runs SimpleWebAuthn's checks on the response with its attestation replaced by `none`. For other
 * formats the library downloads the revocation lists that the certificates name: from any URL,
 * without a size limit. It gets only the members of the client data that the Recommendation checks,
 * and no extension outputs: it refuses valid ones.
 * @throws VerificationFailed `malformed`
 */
async function verifyByLibrary(
  { id, rawId, type }: RegistrationResponseJSON,
  session: RegistrationSession,
  origin: string,
  authData: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const expectedChallenge = session.ceremonyNonce;
  const clientData = { type: "webauthn.create", challenge: expectedChallenge, origin };
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
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64Url(Buffer.from(JSON.stringify(clientData))),
          attestationObject: base64Url(unattested),
        },
      },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: session.rpId,
      requireUserPresence: session.automatic !== true,
      requireUserVerification: session.userVerification === "required",
      supportedAlgorithmIDs: session.algorithms,
    });
    if (verified) return;
  } catch {
    // Every step with a reason of its own has passed, so this is a malformed detail.
  }
  throw verificationFailed("malformed");
}

/**
 * Verifies a registration by WebAuthn L3 §7.1, steps 5–26, in order. Writes nothing. The attestation
 * statement (steps 21–24) is verified by itself and typed. An invalid one is refused only if its
 * format is `none`: without a policy, statements have no effect.
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
  if (attestation === null) throw verificationFailed("malformed");
  const authenticatorData = readAuthenticatorData(attestation.authenticatorData);
  checkAuthenticatorData(authenticatorData, session);

  const { attested, signCount, flags } = authenticatorData;
  if (attested === undefined) throw verificationFailed("malformed");
  const { aaguid, publicKey } = attested;
  const algorithm = algorithmOf(publicKey);
  if (algorithm === null) throw verificationFailed("malformed");
  if (!session.algorithms.includes(algorithm)) throw verificationFailed("algorithm");
  try {
    importPublicKey(publicKey);
  } catch {
    throw verificationFailed("algorithm");
  }
  const credentialId = base64Url(attested.id);
  const credentialBytes = attested.id.byteLength;
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

  if (attestation.format === "none" && attestation.statement?.size !== 0)
    throw verificationFailed("attestation");
  await verifyByLibrary(response, session, origin, authenticatorData.withoutExtensions);
  const clientDataHash = createHash("sha256")
    .update(Buffer.from(clientDataJSON, "base64url"))
    .digest();
  const { type: attestationType, chain } = verifyStatement({ attestationObject, clientDataHash });
  return {
    credentialId,
    publicKey,
    algorithm,
    signCount,
    aaguid,
    userVerified: flags.uv,
    backupEligible: flags.be,
    backedUp: flags.bs,
    attestationFormat: attestation.format,
    attestationType,
    chain,
    attestationObject,
    clientDataHash,
  };
}
