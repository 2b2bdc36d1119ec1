import { createHash, type Hash } from "node:crypto";
import { z } from "zod";
import { Prisma } from "@/prisma/generated/client";

/** What is hashed of an event: everything but its seal. */
export const SealedEvent = z.object({
  tenancyId: z.string(),
  id: z.string(),
  action: z.string(),
  actorKind: z.string(),
  actorId: z.string().nullable(),
  targetKind: z.string(),
  targetId: z.string(),
  detail: z.string().nullable(),
  requestId: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: z.date(),
});
export type SealedEvent = z.infer<typeof SealedEvent>;

const fields = SealedEvent.keyof().options;

/** Its columns, of event `e`. */
export const sealedColumns = Prisma.raw(fields.map((field) => `e."${field}"`).join(", "));

/** What the first seal follows. */
export const noHash = Buffer.alloc(32);

/** The hash of a seal, begun: over the one before it, and what the seal says of itself. */
export function beginSealHash(
  previousHash: Uint8Array,
  { id, events, sealedAt }: { id: bigint; events: number; sealedAt: Date },
): Hash {
  return createHash("sha256")
    .update(previousHash)
    .update(`${JSON.stringify(["keystead-audit-1", String(id), events, sealedAt.getTime()])}\n`);
}

/**
 * One event in its canonical form: its fields in one order as a line of JSON, times in
 * milliseconds.
 */
export const hashEvent = (hash: Hash, event: SealedEvent): Hash =>
  hash.update(
    `${JSON.stringify(fields.map((field) => (field === "createdAt" ? event.createdAt.getTime() : event[field])))}\n`,
  );
