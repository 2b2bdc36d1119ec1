import { limits } from "@/lib/config";
import type { Queryable, Service } from "@/lib/domain/context";
import { beginSealHash, hashEvent, noHash, sealedColumns, SealedEvent } from "./audit-chain";

/** Takes the oldest events that no seal has, in the one order in which they are hashed. */
async function takeEvents(tx: Queryable, sealId: bigint): Promise<SealedEvent[]> {
  const rows = await tx.$queryRaw`
    WITH batch AS (
      SELECT "tenancyId", "id" FROM "AuditEvent" WHERE "sealId" IS NULL ORDER BY "createdAt" LIMIT ${limits.sealBatchRows}
    ), e AS (
      UPDATE "AuditEvent" a SET "sealId" = ${sealId} FROM batch WHERE a."tenancyId" = batch."tenancyId" AND a."id" = batch."id" RETURNING a.*
    )
    SELECT ${sealedColumns} FROM e ORDER BY e."tenancyId", e."id"`;
  return SealedEvent.array().parse(rows);
}

/**
 * Makes a batch of committed audit events part of the hash chain; an event that commits late is in a later seal. One
 * instance at a time; the others find nothing to do. `rollUp` counts the events in the same transaction: once, because
 * each is sealed once.
 * @returns how many events were sealed
 */
export async function sealAudit({ db, clock }: Pick<Service, "db" | "clock">, rollUp: (tx: Queryable, events: SealedEvent[]) => Promise<void>): Promise<number> {
  return db.$transaction(async (tx) => {
    const [turn] = await tx.$queryRaw<{ isMine: boolean }[]>`SELECT pg_try_advisory_xact_lock(hashtextextended('audit-seal', 0)) AS "isMine"`;
    if (turn?.isMine !== true) return 0;
    const last = await tx.auditSeal.findFirst({ orderBy: { id: "desc" } });
    const id = (last?.id ?? 0n) + 1n;
    const previousHash = Buffer.from(last?.hash ?? noHash);
    const events = await takeEvents(tx, id);
    if (events.length === 0) return 0;
    const seal = { id, events: events.length, sealedAt: new Date(clock.now()) };
    const hash = events.reduce(hashEvent, beginSealHash(previousHash, seal)).digest();
    await tx.auditSeal.create({ data: { ...seal, previousHash, hash } });
    await rollUp(tx, events);
    return events.length;
  });
}
