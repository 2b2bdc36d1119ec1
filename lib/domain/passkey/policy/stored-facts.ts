import { createHash } from "node:crypto";
import { z } from "zod";
import { chainOf } from "@/lib/domain/passkey/attestation/attestation-object";
import { ChainFacts } from "@/lib/domain/passkey/attestation/chain-facts";
import { findAnchor, findAnchors, readChain } from "@/lib/domain/passkey/attestation/verify-chain";
import { Prisma } from "@/prisma/generated/client";
import { needsAttestation, type PasskeyFacts, type Policy } from "./judge";

/** Columns of a `FactsRow`, from passkey `p`. */
export const factsColumns = Prisma.sql`
  p."aaguid", p."algorithm", p."backupEligible", p."backupAssumed", p."attestationType",
  p."attestationFormat",
  p."attestationObject", p."attestationChain", p."createdAt"`;

export const FactsRow = z.object({
  aaguid: z.string(),
  algorithm: z.int(),
  backupEligible: z.boolean(),
  backupAssumed: z.boolean(),
  attestationFormat: z.string(),
  attestationType: z.string().nullable(),
  attestationObject: z.instanceof(Uint8Array).nullable(),
  /** As stored. Null until it is read. */
  attestationChain: z.unknown(),
  createdAt: z.date(),
});
export type FactsRow = z.infer<typeof FactsRow>;

/**
 * Whether passkey `p` has a chain that is not read yet: an older release registered it. The index
 * `Passkey_unread_chain_idx` has the same condition.
 */
export const isChainUnread = Prisma.sql`(
  p."attestationType" = 'basic' AND p."attestationObject" IS NOT NULL
  AND p."attestationChain" IS NULL)`;

function chainOfRow({ attestationType, attestationObject, attestationChain }: FactsRow) {
  if (attestationType !== "basic") return null;
  if (attestationChain !== null) return ChainFacts.parse(attestationChain);
  return attestationObject === null ? null : readChain(chainOf(new Uint8Array(attestationObject)));
}

/**
 * Returns what a policy judges of a stored passkey. Its chain is returned only if a rule needs it, and
 * is read from the attestation object if that has not happened yet.
 */
export function toFacts({ rules }: Policy, row: FactsRow): PasskeyFacts {
  const { aaguid, algorithm, attestationFormat, attestationType } = row;
  return {
    aaguid,
    algorithm,
    attestationFormat,
    attestationType,
    backupEligible: row.backupAssumed ? null : row.backupEligible,
    chain: needsAttestation(rules) ? chainOfRow(row) : null,
    registeredAt: row.createdAt,
  };
}

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
