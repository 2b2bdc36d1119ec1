import { z } from "zod";
import { chainOf } from "@/lib/domain/attestation/attestation-object";
import { Prisma } from "@/prisma/generated/client";
import { needsAttestation, type PasskeyFacts, type Policy } from "./judge";

/** Columns of a `FactsRow`, from passkey `p`. */
export const factsColumns = Prisma.sql`
  p."aaguid", p."algorithm", p."backupEligible", p."backupAssumed", p."attestationType",
  p."attestationFormat",
  p."attestationObject", p."createdAt"`;

export const FactsRow = z.object({
  aaguid: z.string(),
  algorithm: z.int(),
  backupEligible: z.boolean(),
  backupAssumed: z.boolean(),
  attestationFormat: z.string(),
  attestationType: z.string().nullable(),
  attestationObject: z.instanceof(Uint8Array).nullable(),
  createdAt: z.date(),
});
export type FactsRow = z.infer<typeof FactsRow>;

/** Returns what a policy judges of a stored passkey. Reads its certificates only if a rule needs them. */
export function toFacts({ rules }: Policy, row: FactsRow): PasskeyFacts {
  const { aaguid, algorithm, attestationFormat, attestationType, attestationObject } = row;
  const isRead = attestationObject !== null && attestationType === "basic";
  return {
    ...{ aaguid, algorithm, attestationFormat, attestationType },
    backupEligible: row.backupAssumed ? null : row.backupEligible,
    chain: isRead && needsAttestation(rules) ? chainOf(new Uint8Array(attestationObject)) : [],
    registeredAt: row.createdAt,
  };
}
