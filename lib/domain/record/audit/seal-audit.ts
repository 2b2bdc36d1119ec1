import { createHash, type Hash } from "node:crypto";
import { z } from "zod";
import type { Queryable, Service } from "@/lib/domain/base/context";
import { smallestIdAt } from "@/lib/domain/base/event-time";
import { inTurns } from "@/lib/domain/base/in-turns";
import { tryLocks } from "@/lib/domain/base/take-locks";
import { lifetimes, limits } from "@/lib/limits";
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

/**
 * Builds the statement that assigns the oldest unsealed events to a seal and returns them in hash
 * order. Oldest by sequence, so that of two events about one user, the first isn't in a later seal. It finds rows by ctid: with outdated statistics, a join by id would read the whole log.
 */
export const takeEvents = (sealId: bigint) => Prisma.sql`
  WITH e AS (
    UPDATE "AuditEvent" a SET "sealId" = ${sealId} WHERE a."sealId" IS NULL AND a.ctid = ANY (ARRAY(
      SELECT ctid FROM "AuditEvent" WHERE "sealId" IS NULL
      ORDER BY "sequence" NULLS FIRST LIMIT ${limits.sealBatchRows}))
    RETURNING a.*
  )
  SELECT ${sealedColumns} FROM e ORDER BY e."tenancyId", e."id"`;

/** A new seal, as it is logged: its number of events, and the head of the chain in hex. */
export interface LoggedSeal {
  sealId: string;
  events: number;
  head: string;
}

/**
 * Adds a batch of committed audit events to the hash chain. An event that commits late goes into a
 * later seal. Only one instance seals at a time; the others return null, as without an event.
 * @param rollUp runs in the same transaction, so it sees each event once
 */
export const sealAudit = (
  { db, clock }: Pick<Service, "db" | "clock">,
  rollUp: (tx: Queryable, events: SealedEvent[]) => Promise<void>,
): Promise<LoggedSeal | null> =>
  db.$transaction(async (tx) => {
    if ((await tryLocks(tx, "audit-seal")) !== undefined) return null;
    const last = await tx.auditSeal.findFirst({ orderBy: { id: "desc" } });
    const id = (last?.id ?? 0n) + 1n;
    const previousHash = Buffer.from(last?.hash ?? noHash);
    const events = await tx.query(SealedEvent)(takeEvents(id));
    if (events.length === 0) return null;
    const seal = { id, events: events.length, sealedAt: new Date(clock.now()) };
    const hashed = beginSealHash(previousHash, seal);
    for await (const event of inTurns(events)) hashEvent(hashed, event);
    const hash = hashed.digest();
    await tx.auditSeal.create({ data: { ...seal, previousHash, hash } });
    await rollUp(tx, events);
    return { sealId: id.toString(), events: events.length, head: hash.toString("hex") };
  });

/** The smallest id that is kept, for 1, 2, … days. */
const oldestIds = (nowMs: number): string[] =>
  Array.from({ length: limits.timelineDaysMax }, (_, index) =>
    smallestIdAt(nowMs - (index + 1) * lifetimes.dayMs),
  );

/**
 * Deletes a batch of events older than their tenancy's `timelineDays`.
 * @returns the number of deleted rows; `limits.purgeBatchRows` if there may be more
 */
export const purgeEvents = ({ db, clock }: Pick<Service, "db" | "clock">): Promise<number> =>
  // Raw, because Prisma can neither limit a DELETE nor skip locked rows.
  db.$executeRaw`
    DELETE FROM "TimelineEvent" WHERE ctid = ANY (ARRAY(
      SELECT e.ctid FROM "Tenancy" t CROSS JOIN LATERAL (
        SELECT e.ctid FROM "TimelineEvent" e
        WHERE e."tenancyId" = t."id"
          AND e."id" < (${oldestIds(clock.now())}::text[])[t."timelineDays"] COLLATE "C"
        ORDER BY e."id" LIMIT ${limits.purgeBatchRows} FOR UPDATE SKIP LOCKED
      ) e LIMIT ${limits.purgeBatchRows}))`;
