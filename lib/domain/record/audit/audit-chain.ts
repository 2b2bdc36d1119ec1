import { createHash, type Hash } from "node:crypto";
import { z } from "zod";
import { Prisma } from "@/prisma/generated/client";

/** The hashed fields of an event: all but its seal. */
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
  /** Hashed only if it is not null: earlier releases had none. */
  reason: z.string().nullable(),
});
export type SealedEvent = z.infer<typeof SealedEvent>;

const columns = SealedEvent.keyof().options;
const fields = SealedEvent.omit({ reason: true }).keyof().options;

/** The columns of `SealedEvent`, of event `e`. */
export const sealedColumns = Prisma.raw(columns.map((column) => `e."${column}"`).join(", "));

/** The previous hash of the first seal. */
export const noHash = Buffer.alloc(32);

/** Starts the hash of a seal with the previous seal's hash and the seal's own fields. */
export function beginSealHash(
  previousHash: Uint8Array,
  { id, events, sealedAt }: { id: bigint; events: number; sealedAt: Date },
): Hash {
  return createHash("sha256")
    .update(previousHash)
    .update(`${JSON.stringify(["keystead-audit-1", String(id), events, sealedAt.getTime()])}\n`);
}

/** Adds an event in its canonical form: a JSON line with its fields in order, times in ms. */
export function hashEvent(hash: Hash, event: SealedEvent): Hash {
  const values = fields.map((field) =>
    field === "createdAt" ? event.createdAt.getTime() : event[field],
  );
  return hash.update(
    `${JSON.stringify(event.reason === null ? values : [...values, event.reason])}\n`,
  );
}
