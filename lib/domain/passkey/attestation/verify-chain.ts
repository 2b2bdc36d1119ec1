import { X509Certificate } from "node:crypto";
import {
  type AcceptableCertificate,
  isIssuedBy,
  mayIssue,
  readAcceptable,
} from "./acceptable-certificate";
import { type ChainFacts, unacceptableChain } from "./chain-facts";
import { type Certificate, isReadableChain, readCertificate } from "./read-certificate";

type Roots = readonly Uint8Array[];

const readRoots = new WeakMap<Uint8Array, AcceptableCertificate | null>();

/** Reads each configured root once: they are many, and a page without a key may cause this. */
function readRoot(der: Uint8Array): AcceptableCertificate | null {
  const known = readRoots.get(der);
  if (known !== undefined) return known;
  const certificate = readAcceptable(der);
  readRoots.set(der, certificate);
  return certificate;
}

const acceptableOf = (roots: Roots): AcceptableCertificate[] =>
  roots.map(readRoot).filter((root) => root !== null);

/** Returns the certificates up to the first one that the next one hasn't issued. */
function linkedOf<T extends Certificate>(certificates: readonly T[]): T[] {
  const gap = certificates.findIndex((subject, index) => {
    const issuer = certificates[index + 1];
    return issuer === undefined || !mayIssue(issuer, index, false) || !isIssuedBy(subject, issuer);
  });
  return certificates.slice(0, gap + 1);
}

const anchorsOf = (
  linked: readonly Certificate[],
  roots: readonly AcceptableCertificate[],
): AcceptableCertificate[] =>
  roots.filter((root) =>
    linked.some(
      (subject, index) =>
        root.x509.raw.equals(subject.x509.raw) ||
        (isIssuedBy(subject, root) && mayIssue(root, index, true)),
    ),
  );

/**
 * Reads a chain (RFC 5280 §6.1), offline: no revocation list, OCSP or issuer URL is fetched. Chains
 * and keys that would take long are refused before any signature is verified. Never throws.
 * @param chain DER certificates, leaf first
 * @param roots the known roots that the chain may reach
 */
export function readChain(chain: Roots, roots: Roots = []): ChainFacts {
  if (chain.length === 0 || !isReadableChain(chain)) return unacceptableChain;
  const certificates = chain.map(readAcceptable).filter((each) => each !== null);
  if (certificates.length !== chain.length) return unacceptableChain;
  try {
    const linked = linkedOf(certificates);
    const [root] = anchorsOf(linked, acceptableOf(roots));
    return {
      certificates: linked.map(({ x509 }) => x509.raw.toString("base64")),
      validFrom: Math.max(...certificates.map(({ validFrom }) => validFrom)),
      validUntil: Math.min(...certificates.map(({ validUntil }) => validUntil)),
      root: root?.fingerprint ?? null,
    };
  } catch {
    return unacceptableChain;
  }
}

/**
 * Finds the roots that anchor a chain at some time. The root may be in the chain or left out, and may
 * be the leaf itself, which FIDO Metadata allows. Compares names first, because reading certificates
 * and verifying signatures takes longer.
 */
export function findAnchors({ certificates }: ChainFacts, roots: Roots): AcceptableCertificate[] {
  const linked = certificates.map((der) => new X509Certificate(Buffer.from(der, "base64")));
  const named = acceptableOf(roots).filter(({ x509: root }) =>
    linked.some((subject) => subject.raw.equals(root.raw) || subject.checkIssued(root)),
  );
  return named.length === 0
    ? []
    : anchorsOf(
        linked.map(({ raw }) => readCertificate(raw)),
        named,
      );
}

/**
 * Finds the root that anchors a chain at a time. Chain and root must be valid then.
 * @param search replaces `findAnchors` with a cached one
 * @returns the root's DER, or null when no root anchors the chain
 */
export function findAnchor(
  chain: ChainFacts,
  { roots, at, search = findAnchors }: { roots: Roots; at: Date; search?: typeof findAnchors },
): Uint8Array | null {
  const isValid = ({ validFrom, validUntil }: { validFrom: number; validUntil: number }) =>
    validFrom <= at.getTime() && at.getTime() <= validUntil;
  if (!isValid(chain)) return null;
  const reached = acceptableOf(roots).find(({ fingerprint }) => fingerprint === chain.root);
  const anchors = reached !== undefined && isValid(reached) ? [reached] : search(chain, roots);
  return anchors.find(isValid)?.x509.raw ?? null;
}

/**
 * Verifies that a chain ends in one of the roots now.
 * @param chain DER certificates, leaf first
 * @param roots DER certificates in any order. Unreadable and expired ones are skipped.
 * @returns the root's DER, or null when no root anchors the chain
 */
export const verifyChain = (input: {
  chain: readonly Uint8Array[];
  roots: readonly Uint8Array[];
  now: Date;
}): Uint8Array | null => findAnchor(readChain(input.chain), { roots: input.roots, at: input.now });
