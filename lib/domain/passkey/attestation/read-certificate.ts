import { type KeyObject, X509Certificate } from "node:crypto";
import { AsnConvert } from "@peculiar/asn1-schema";
import {
  Certificate as CertificateSchema,
  type TBSCertificate,
  Version,
} from "@peculiar/asn1-x509";
import { limits } from "@/lib/limits";

export interface Certificate {
  /** OpenSSL's view: names, public key and signature. */
  x509: X509Certificate;
  fields: TBSCertificate;
  /** OID of the algorithm that signed the certificate. */
  signatureAlgorithm: string;
  /** DER of each extension's value by OID. */
  extensions: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  critical: ReadonlySet<string>;
}

/** Returns whether the certificate has version 3, the only one with extensions. */
export const isVersion3 = ({ fields }: Certificate): boolean => fields.version === Version.v3;

type SchemaClass<T> = new () => T;

/** Reads an extension's value. @throws Error when it has another structure */
export function readExtension<T>(
  { extensions }: Certificate,
  oid: string,
  schema: SchemaClass<T>,
): T | undefined {
  const value = extensions.get(oid);
  return value === undefined ? undefined : AsnConvert.parse(value, schema);
}

/**
 * Returns whether a signature check with this key is fast. A stranger chooses the keys of an
 * attestation: one with 16,384 bits and an exponent of 64 bits takes a hundred times as long.
 */
function isFast({ asymmetricKeyDetails }: KeyObject): boolean {
  const { modulusLength = 0, publicExponent = 0n } = asymmetricKeyDetails ?? {};
  const { maxBits, maxExponentBytes } = limits.rsa;
  return modulusLength <= maxBits && publicExponent < 1n << BigInt(8 * maxExponentBytes);
}

/**
 * Returns whether a chain has few enough certificates and bytes to read it. Reading takes some
 * milliseconds per KiB.
 */
export const isReadableChain = (chain: readonly Uint8Array[]): boolean =>
  chain.length <= limits.attestationChain.certificates &&
  chain.reduce((bytes, der) => bytes + der.byteLength, 0) <= limits.attestationChain.bytes;

/**
 * Reads a DER certificate (RFC 5280 §4.1). Opens no connection: URLs in it are never followed.
 * @throws Error when it is malformed, has trailing bytes, repeats an extension, or has a key whose
 * signatures are slow to verify
 */
export function readCertificate(der: Uint8Array): Certificate {
  const x509 = new X509Certificate(der);
  if (!x509.raw.equals(der)) throw new Error("the certificate has trailing bytes");
  if (!isFast(x509.publicKey)) throw new Error("the certificate's key is too large");
  const { tbsCertificate, signatureAlgorithm } = AsnConvert.parse(x509.raw, CertificateSchema);
  const extensions = new Map<string, Uint8Array<ArrayBuffer>>();
  const critical = new Set<string>();
  for (const extension of tbsCertificate.extensions ?? []) {
    if (extensions.has(extension.extnID)) throw new Error("an extension is repeated");
    extensions.set(extension.extnID, new Uint8Array(extension.extnValue.buffer));
    if (extension.critical) critical.add(extension.extnID);
  }
  return {
    x509,
    fields: tbsCertificate,
    signatureAlgorithm: signatureAlgorithm.algorithm,
    extensions,
    critical,
  };
}
