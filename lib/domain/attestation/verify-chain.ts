import type { X509Certificate } from "node:crypto";
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
import {
  type Certificate,
  isReadableChain,
  isVersion3,
  readCertificate,
  readExtension,
} from "./read-certificate";

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

function hasStrongKey({ publicKey }: X509Certificate): boolean {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = publicKey;
  if (type === "rsa") return (details?.modulusLength ?? 0) >= limits.rsa.minBits;
  if (type === "ec") return curves.has(details?.namedCurve);
  return type === "ed25519" || type === "ed448";
}

/** Returns whether the certificate by itself is acceptable at this time (RFC 5280 §6.1.3 a). */
function isAcceptable({ x509, fields, critical }: Certificate, now: Date): boolean {
  const { notBefore, notAfter } = fields.validity;
  return (
    notBefore.getTime() <= now &&
    now <= notAfter.getTime() &&
    hasStrongKey(x509) &&
    [...critical].every((oid) => processedExtensions.has(oid))
  );
}

/**
 * Returns whether a certificate may issue others, with this many intermediates below it (RFC 5280
 * §6.1.4 k–n). Only a configured root may have version 1, which has no extension to say so.
 */
function mayIssue(issuer: Certificate, intermediates: number, isRoot: boolean): boolean {
  if (!isVersion3(issuer)) return isRoot;
  const constraints = readExtension(issuer, id_ce_basicConstraints, BasicConstraints);
  const usage = readExtension(issuer, id_ce_keyUsage, KeyUsage);
  return (
    constraints?.cA === true &&
    (constraints.pathLenConstraint ?? Infinity) >= intermediates &&
    (usage === undefined || (usage.toNumber() & KeyUsageFlags.keyCertSign) !== 0)
  );
}

/** Returns whether the issuer's name, key identifier and key match the certificate's. */
const isIssuedBy = (subject: Certificate, issuer: Certificate): boolean =>
  signatureAlgorithms.has(subject.signatureAlgorithm) &&
  subject.x509.checkIssued(issuer.x509) &&
  subject.x509.verify(issuer.x509.publicKey);

function findAnchor(certificates: Certificate[], roots: Certificate[]): Certificate | undefined {
  for (const [index, subject] of certificates.entries()) {
    const root = roots.find(
      (candidate) =>
        candidate.x509.raw.equals(subject.x509.raw) ||
        (mayIssue(candidate, index, true) && isIssuedBy(subject, candidate)),
    );
    if (root !== undefined) return root;
    const issuer = certificates[index + 1];
    if (issuer === undefined || !mayIssue(issuer, index, false) || !isIssuedBy(subject, issuer))
      return undefined;
  }
  return undefined;
}

/** A key that OpenSSL can't read makes a certificate unacceptable. */
function isUsable(certificate: Certificate, now: Date): boolean {
  try {
    return isAcceptable(certificate, now);
  } catch {
    return false;
  }
}

function read(der: Uint8Array): Certificate | null {
  try {
    return readCertificate(der);
  } catch {
    return null;
  }
}

const readRoots = new WeakMap<Uint8Array, Certificate | null>();

/** Reads each configured root once: they are many, and a page without a key may cause this. */
function readRoot(der: Uint8Array): Certificate | null {
  const known = readRoots.get(der);
  if (known !== undefined) return known;
  const certificate = read(der);
  readRoots.set(der, certificate);
  return certificate;
}

/**
 * Finds the root that anchors a chain (RFC 5280 §6.1), offline: no revocation list, OCSP or issuer
 * URL is fetched. Chains and keys that would take long are refused before any signature is verified.
 * Each certificate must be issued by the next, up to the anchor; what follows is only read. The root
 * may be in the chain or left out, and may be the leaf itself, which FIDO Metadata allows.
 * @param chain DER certificates, leaf first
 * @param roots DER certificates in any order. Unreadable and expired ones are skipped.
 * @returns the root's DER, or null when no root anchors the chain
 */
export function verifyChain(input: {
  chain: readonly Uint8Array[];
  roots: readonly Uint8Array[];
  now: Date;
}): Uint8Array | null {
  const { chain, roots, now } = input;
  if (chain.length === 0 || !isReadableChain(chain)) return null;
  const acceptable = (certificates: (Certificate | null)[]) =>
    certificates.filter((each) => each !== null).filter((each) => isUsable(each, now));
  const certificates = acceptable(chain.map(read));
  if (certificates.length !== chain.length) return null;
  try {
    return findAnchor(certificates, acceptable(roots.map(readRoot)))?.x509.raw ?? null;
  } catch {
    return null;
  }
}
