import { createHash } from "node:crypto";
import { readCertificate } from "@/lib/domain/attestation/read-certificate";
import { verifyChain } from "@/lib/domain/attestation/verify-chain";

type Anchor = (chain: readonly Uint8Array[], roots: readonly Uint8Array[], at: Date) => boolean;

/** Whether a chain ends in one of the roots and was valid at a time (RFC 5280 §6.1). */
export const isAnchored: Anchor = (chain, roots, at) =>
  verifyChain({ chain, roots, now: at }) !== null;

function datesOf(der: Uint8Array): number[] {
  try {
    const { notBefore, notAfter } = readCertificate(der).fields.validity;
    return [notBefore.getTime().getTime(), notAfter.getTime().getTime()];
  } catch {
    return [];
  }
}

const hashOf = (certificates: readonly Uint8Array[]): string => {
  const hash = createHash("sha256");
  for (const der of certificates) hash.update(createHash("sha256").update(der).digest());
  return hash.digest("base64");
};

const maxCached = 10_000;

/**
 * Creates an `isAnchored` that remembers results. Between two dates of the certificates the result
 * is the same, so a result applies to all times between the same dates.
 */
export function createCachedAnchor(): Anchor {
  const dates = new Map<string, number[]>();
  const results = new Map<string, boolean>();
  return (chain, roots, at) => {
    const certificates = `${hashOf(chain)} ${hashOf(roots)}`;
    const known = dates.get(certificates);
    const boundaries = known ?? [...chain, ...roots].flatMap(datesOf);
    const time = at.getTime();
    const before = boundaries.filter((date) => date < time).length;
    const upTo = boundaries.filter((date) => date <= time).length;
    const key = `${certificates} ${before} ${upTo}`;
    const cached = results.get(key);
    if (cached !== undefined) return cached;
    const result = isAnchored(chain, roots, at);
    if (results.size < maxCached) {
      dates.set(certificates, boundaries);
      results.set(key, result);
    }
    return result;
  };
}
