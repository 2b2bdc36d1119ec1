import { AsnConvert, AsnProp, AsnPropTypes, AsnType, AsnTypeTypes } from "@peculiar/asn1-schema";
import { findAlgorithm } from "@/lib/domain/base/credential-algorithms";
import { algorithmOf, importPublicKey } from "@/lib/domain/passkey/public-key";
import {
  requireAttestationSubject,
  requireEndEntity,
  requireSameAaguid,
} from "./attestation-certificate";
import { certificatesOf, readAttestationObject } from "./attestation-object";
import { parseAuthenticatorData } from "./authenticator-data";
import { isReadableChain, readCertificate } from "./read-certificate";
import {
  bytesOf,
  digestOf,
  equalBytes,
  leafOf,
  requireSignature,
  requireThat,
  signedBytes,
  type Statement,
  StatementError,
  type StatementReason,
} from "./statement";
import { verifyAndroidKey } from "./verify-android-key";
import { verifyTpm } from "./verify-tpm";

/** The extension with the nonce of the ceremony: SEQUENCE { [1] EXPLICIT OCTET STRING }. */
const nonceExtension = "1.2.840.113635.100.8.2";

class AppleNonce {
  nonce = new ArrayBuffer();
}
AsnProp({ type: AsnPropTypes.OctetString, context: 1 })(AppleNonce.prototype, "nonce");
AsnType({ type: AsnTypeTypes.Sequence })(AppleNonce);

/**
 * Verifies an `apple` statement (WebAuthn L3 §8.8). It has no signature: the certificate that Apple
 * issues for the credential's key names the ceremony.
 * @throws StatementError
 */
function verifyApple(statement: Statement): "basic" {
  const leaf = leafOf(statement);
  const extension = leaf.extensions.get(nonceExtension);
  requireThat(extension !== undefined, "certificate");
  const { nonce } = AsnConvert.parse(extension, AppleNonce);
  const expected = digestOf("sha256", signedBytes(statement));
  requireThat(equalBytes(new Uint8Array(nonce), expected), "ceremony");
  requireThat(leaf.x509.publicKey.equals(statement.credentialKey), "public-key");
  return "basic";
}

/** Returns an uncompressed P-256 point: 0x04, x, y. @throws StatementError `public-key` */
function toU2fKey({ credentialKey, credentialAlgorithm }: Statement): Buffer {
  requireThat(credentialAlgorithm === -7, "public-key");
  const { x, y } = credentialKey.export({ format: "jwk" });
  if (x === undefined || y === undefined) throw new StatementError("public-key");
  return Buffer.concat([Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
}

/** Verifies a `fido-u2f` statement (WebAuthn L3 §8.6). @throws StatementError */
function verifyFidoU2f(statement: Statement): "basic" {
  const { certificates, rpIdHash, clientDataHash, credentialId } = statement;
  requireThat(certificates.length === 1, "malformed");
  const { publicKey } = leafOf(statement).x509;
  requireThat(publicKey.asymmetricKeyDetails?.namedCurve === "prime256v1", "certificate");
  const data = Buffer.concat([
    Buffer.of(0),
    rpIdHash,
    clientDataHash,
    credentialId,
    toU2fKey(statement),
  ]);
  const scheme = { keyType: "EC2", digest: "sha256" } as const;
  requireSignature(publicKey, scheme, { data, signature: bytesOf(statement, "sig") });
  return "basic";
}

/**
 * Verifies a `packed` statement (WebAuthn L3 §8.2): signed by an attestation certificate, or by the
 * credential's own key.
 * @throws StatementError
 */
function verifyPacked(statement: Statement): "basic" | "self" {
  const { members, credentialAlgorithm, credentialKey } = statement;
  const algorithm = findAlgorithm(members.get("alg"));
  requireThat(algorithm !== undefined, "algorithm");
  const signed = { data: signedBytes(statement), signature: bytesOf(statement, "sig") };
  if (!members.has("x5c")) {
    requireThat(algorithm.id === credentialAlgorithm, "algorithm");
    requireSignature(credentialKey, algorithm, signed);
    return "self";
  }
  const leaf = leafOf(statement);
  requireSignature(leaf.x509.publicKey, algorithm, signed);
  requireEndEntity(leaf);
  requireAttestationSubject(leaf);
  requireSameAaguid(leaf, statement);
  return "basic";
}

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
