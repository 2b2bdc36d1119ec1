import { createHash, type X509Certificate } from "node:crypto";
import {
  BasicConstraints,
  id_ce_basicConstraints,
  id_ce_certificatePolicies,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  KeyUsage,
  KeyUsageFlags,
} from "@peculiar/asn1-x509";
import { limits } from "@/lib/limits";
import { type Certificate, isVersion3, readCertificate, readExtension } from "./read-certificate";

/** ECDSA and RSA (PKCS #1) with SHA-256, SHA-384 and SHA-512, Ed25519, Ed448. Never SHA-1 or MD5. */
const signatureAlgorithms: ReadonlySet<string> = new Set([
  "1.2.840.10045.4.3.2",
  "1.2.840.10045.4.3.3",
  "1.2.840.10045.4.3.4",
  "1.2.840.113549.1.1.11",
  "1.2.840.113549.1.1.12",
  "1.2.840.113549.1.1.13",
  "1.3.101.112",
  "1.3.101.113",
]);

const curves: ReadonlySet<string | undefined> = new Set(["prime256v1", "secp384r1", "secp521r1"]);

/**
 * Extensions that may be critical: this file and the check of the statement process them. Policies
 * need no processing, because the path accepts every policy (RFC 5280 §6.1.1 d–g).
 */
const processedExtensions: ReadonlySet<string> = new Set([
  id_ce_basicConstraints,
  id_ce_keyUsage,
  id_ce_extKeyUsage,
  id_ce_subjectAltName,
  id_ce_certificatePolicies,
]);

/** A certificate that may stand in a chain, at the times at which it is valid. */
export interface AcceptableCertificate extends Certificate {
  /** Milliseconds. */
  validFrom: number;
  validUntil: number;
  /** SHA-256, base64. */
  fingerprint: string;
}

function hasStrongKey({ publicKey }: X509Certificate): boolean {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = publicKey;
  if (type === "rsa") return (details?.modulusLength ?? 0) >= limits.rsa.minBits;
  if (type === "ec") return curves.has(details?.namedCurve);
  return type === "ed25519" || type === "ed448";
}

/**
 * Reads a certificate that is acceptable by itself (RFC 5280 §6.1.3 a), except for its dates.
 * @returns null if it is malformed, its key is weak or too large, or a critical extension is unknown
 */
export function readAcceptable(der: Uint8Array): AcceptableCertificate | null {
  try {
    const certificate = readCertificate(der);
    const { notBefore, notAfter } = certificate.fields.validity;
    const validFrom = notBefore.getTime().getTime();
    const validUntil = notAfter.getTime().getTime();
    const isAcceptable =
      validFrom <= validUntil &&
      hasStrongKey(certificate.x509) &&
      [...certificate.critical].every((oid) => processedExtensions.has(oid));
    if (!isAcceptable) return null;
    const fingerprint = createHash("sha256").update(der).digest("base64");
    return { ...certificate, validFrom, validUntil, fingerprint };
  } catch {
    return null;
  }
}

/**
 * Returns whether a certificate may issue others, with this many intermediates below it (RFC 5280
 * §6.1.4 k–n). Only a configured root may have version 1, which has no extension to say so.
 */
export function mayIssue(issuer: Certificate, intermediates: number, isRoot: boolean): boolean {
  if (!isVersion3(issuer)) return isRoot;
  try {
    const constraints = readExtension(issuer, id_ce_basicConstraints, BasicConstraints);
    const usage = readExtension(issuer, id_ce_keyUsage, KeyUsage);
    return (
      constraints?.cA === true &&
      (constraints.pathLenConstraint ?? Infinity) >= intermediates &&
      (usage === undefined || (usage.toNumber() & KeyUsageFlags.keyCertSign) !== 0)
    );
  } catch {
    return false;
  }
}

/** Returns whether the issuer's name, key identifier and key match the certificate's. */
export const isIssuedBy = (subject: Certificate, issuer: Certificate): boolean =>
  signatureAlgorithms.has(subject.signatureAlgorithm) &&
  subject.x509.checkIssued(issuer.x509) &&
  subject.x509.verify(issuer.x509.publicKey);
