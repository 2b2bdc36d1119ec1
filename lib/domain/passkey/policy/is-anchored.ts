import { createHash } from "node:crypto";
import type { ChainFacts } from "@/lib/domain/passkey/attestation/chain-facts";
import { findAnchor, findAnchors } from "@/lib/domain/passkey/attestation/verify-chain";

type Roots = readonly Uint8Array[];
type Anchor = (chain: ChainFacts, roots: Roots, at: Date) => boolean;

/** Whether a chain ends in one of the roots and was valid at a time (RFC 5280 §6.1). */
export const isAnchored: Anchor = (chain, roots, at) => findAnchor(chain, { roots, at }) !== null;

const maxCached = 10_000;

/**
 * Creates an `isAnchored` that remembers which roots anchor a chain. Passkeys of one production batch
 * share their certificates. Keeps the dates out, because each passkey is judged at another time.
 */
export function createCachedAnchor(): Anchor {
  const cached = new Map<Roots, Map<string, ReturnType<typeof findAnchors>>>();
  const search: typeof findAnchors = (chain, roots) => {
    const known = cached.get(roots) ?? new Map<string, ReturnType<typeof findAnchors>>();
    cached.set(roots, known);
    const key = createHash("sha256").update(chain.certificates.join(" ")).digest("base64");
    const anchors = known.get(key) ?? findAnchors(chain, roots);
    if (known.size < maxCached) known.set(key, anchors);
    return anchors;
  };
  return (chain, roots, at) => findAnchor(chain, { roots, at, search }) !== null;
}
