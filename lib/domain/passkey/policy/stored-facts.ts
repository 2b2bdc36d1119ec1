import { z } from "zod";
import { chainOf } from "@/lib/domain/passkey/attestation/attestation-object";
import { ChainFacts } from "@/lib/domain/passkey/attestation/chain-facts";
import { readChain } from "@/lib/domain/passkey/attestation/verify-chain";
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
