import { algorithmOf, importPublicKey } from "@/lib/domain/passkey/public-key";
import { certificatesOf, readAttestationObject } from "./attestation-object";
import { parseAuthenticatorData } from "./authenticator-data";
import { isReadableChain, readCertificate } from "./read-certificate";
import { requireThat, type Statement, StatementError, type StatementReason } from "./statement";
import { verifyAndroidKey } from "./verify-android-key";
import { verifyApple } from "./verify-apple";
import { verifyFidoU2f } from "./verify-fido-u2f";
import { verifyPacked } from "./verify-packed";
import { verifyTpm } from "./verify-tpm";

/**
 * - `none`: no statement
 * - `self`: signed by the credential's own key, which proves nothing about the model
 * - `basic`: signed by a key with a certificate, anonymization CAs included. Says nothing about who
 *   issued the certificate: `verifyChain` does.
 * - `invalid`: fails a step, or has an unknown format
 */
export type AttestationType = "none" | "self" | "basic" | "invalid";

export interface VerifiedStatement {
  type: AttestationType;
  /** DER certificates of a `basic` statement, leaf first; otherwise empty. */
  chain: Uint8Array<ArrayBuffer>[];
  /** Why the statement is invalid. */
  reason?: StatementReason;
}

const formats: Partial<Record<string, (statement: Statement) => "basic" | "self">> = {
  packed: verifyPacked,
  tpm: verifyTpm,
  "android-key": verifyAndroidKey,
  apple: verifyApple,
  "fido-u2f": verifyFidoU2f,
};

interface Attested {
  attestationObject: Uint8Array<ArrayBuffer>;
  /** SHA-256 of the client data JSON. */
  clientDataHash: Uint8Array<ArrayBuffer>;
}

function verifyByFormat({ attestationObject, clientDataHash }: Attested): VerifiedStatement {
  const attestation = readAttestationObject(attestationObject);
  requireThat(attestation !== null, "malformed");
  const { format, statement: members, authenticatorData } = attestation;
  if (format === "none") {
    requireThat(members?.size === 0, "malformed");
    return { type: "none", chain: [] };
  }
  const verify = Object.hasOwn(formats, format) ? formats[format] : undefined;
  requireThat(verify !== undefined, "unknown-format");
  const chain = certificatesOf(attestation);
  requireThat(isReadableChain(chain), "malformed");
  const { rpIdHash, attested } = parseAuthenticatorData(authenticatorData);
  requireThat(members !== null && attested !== undefined, "malformed");
  const type = verify({
    members,
    authenticatorData,
    clientDataHash,
    rpIdHash,
    certificates: chain.map(readCertificate),
    aaguid: attested.aaguid,
    credentialId: attested.id,
    credentialKey: importPublicKey(attested.publicKey).key,
    credentialAlgorithm: algorithmOf(attested.publicKey) ?? 0,
  });
  return { type, chain: type === "basic" ? chain : [] };
}

/**
 * Verifies an attestation statement by itself: format, signature, and what its certificate must
 * contain (WebAuthn L3 §8.2–8.8). Says nothing about trust: pass `chain` to `verifyChain`. Opens no
 * connection, and never throws.
 */
export function verifyStatement(attested: Attested): VerifiedStatement {
  try {
    return verifyByFormat(attested);
  } catch (error) {
    const reason = error instanceof StatementError ? error.reason : "malformed";
    return { type: "invalid", chain: [], reason };
  }
}
