import type { Queryable, Service } from "@/lib/domain/base/context";
import { inTurns } from "@/lib/domain/base/in-turns";
import { tryLocks } from "@/lib/domain/base/take-locks";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { beginSealHash, hashEvent, noHash, sealedColumns, SealedEvent } from "./audit-chain";

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
