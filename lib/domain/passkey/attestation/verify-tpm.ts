import {
  ExtendedKeyUsage,
  id_ce_extKeyUsage,
  id_ce_subjectAltName,
  SubjectAlternativeName,
} from "@peculiar/asn1-x509";
import { findAlgorithm } from "@/lib/domain/base/credential-algorithms";
import { attributeValues, requireEndEntity, requireSameAaguid } from "./attestation-certificate";
import { type Certificate, readExtension } from "./read-certificate";
import {
  bytesOf,
  digestOf,
  equalBytes,
  leafOf,
  requireSignature,
  requireThat,
  type SignatureScheme,
  signedBytes,
  type Statement,
} from "./statement";
import { readCertifyInfo, readPublicArea, type TpmPublicKey } from "./tpm-structures";

/** The usage of attestation identity keys: tcg-kp-AIKCertificate. */
const identityKeyUsage = "2.23.133.8.3";
const tpmAttributes = {
  manufacturer: "2.23.133.2.1",
  model: "2.23.133.2.2",
  version: "2.23.133.2.3",
} as const;
/** "id:" and four bytes in hex (TCG EK Credential Profile §3.2.9). */
const tpmId = /^id:[0-9a-f]{8}$/i;

/**
 * RS1, RSA with SHA-1: what Windows signs with. No one but the TPM writes what is signed, and the
 * key's name in it is a SHA-256, so a collision gains nothing. Certificates with SHA-1 are refused.
 */
const rs1 = { id: -65_535, keyType: "RSA", digest: "sha1" } as const;

const findTpmAlgorithm = (id: unknown): SignatureScheme | undefined =>
  id === rs1.id ? rs1 : findAlgorithm(id);

/** Removes the leading zeros of a big-endian number. */
const significant = (bytes: Uint8Array): Uint8Array => {
  const first = bytes.findIndex((byte) => byte !== 0);
  return bytes.subarray(first === -1 ? bytes.length : first);
};

const sameNumber = (one: Uint8Array, base64url: string | undefined): boolean =>
  base64url !== undefined &&
  equalBytes(significant(one), significant(Buffer.from(base64url, "base64url")));

function isSameKey(key: TpmPublicKey, { credentialKey }: Statement): boolean {
  const jwk = credentialKey.export({ format: "jwk" });
  if (key.kty === "RSA") {
    const exponent = Buffer.alloc(4);
    exponent.writeUInt32BE(key.e);
    return jwk.kty === "RSA" && sameNumber(key.n, jwk.n) && sameNumber(exponent, jwk.e);
  }
  return (
    jwk.kty === "EC" && jwk.crv === key.crv && sameNumber(key.x, jwk.x) && sameNumber(key.y, jwk.y)
  );
}

/** Requires what WebAuthn L3 §8.3.1 says of the identity key's certificate. */
function requireIdentityCertificate(certificate: Certificate): void {
  requireEndEntity(certificate);
  requireThat(certificate.fields.subject.length === 0, "certificate");
  const usage = readExtension(certificate, id_ce_extKeyUsage, ExtendedKeyUsage);
  requireThat(usage?.includes(identityKeyUsage) === true, "certificate");
  const names = readExtension(certificate, id_ce_subjectAltName, SubjectAlternativeName) ?? [];
  const valuesOf = (oid: string) =>
    names.flatMap(({ directoryName }) =>
      directoryName === undefined ? [] : attributeValues(directoryName, oid),
    );
  const [manufacturer = "", ...others] = valuesOf(tpmAttributes.manufacturer);
  requireThat(tpmId.test(manufacturer) && others.length === 0, "certificate");
  for (const oid of [tpmAttributes.model, tpmAttributes.version])
    requireThat(
      valuesOf(oid).some((value) => value !== ""),
      "certificate",
    );
}

/** Verifies a `tpm` statement (WebAuthn L3 §8.3). @throws StatementError */
export function verifyTpm(statement: Statement): "basic" {
  const { members } = statement;
  requireThat(members.get("ver") === "2.0", "malformed");
  const algorithm = findTpmAlgorithm(members.get("alg"));
  requireThat(algorithm !== undefined && algorithm.digest !== null, "algorithm");
  const publicArea = bytesOf(statement, "pubArea");
  const certifyInfo = bytesOf(statement, "certInfo");
  const { nameHash, key } = readPublicArea(publicArea);
  requireThat(isSameKey(key, statement), "public-key");

  const { extraData, name } = readCertifyInfo(certifyInfo);
  const expected = digestOf(algorithm.digest, signedBytes(statement));
  requireThat(equalBytes(extraData, expected), "ceremony");
  // A key's name: its two bytes of hash algorithm, then the hash (TPM 2.0 Part 1 §16).
  const expectedName = Buffer.concat([publicArea.subarray(2, 4), digestOf(nameHash, publicArea)]);
  requireThat(equalBytes(name, expectedName), "public-key");

  const leaf = leafOf(statement);
  requireSignature(leaf.x509.publicKey, algorithm, {
    data: certifyInfo,
    signature: bytesOf(statement, "sig"),
  });
  requireIdentityCertificate(leaf);
  requireSameAaguid(leaf, statement);
  return "basic";
}
