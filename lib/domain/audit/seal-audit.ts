import { limits } from "@/lib/limits";
import type { Queryable, Service } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";
import { beginSealHash, hashEvent, noHash, sealedColumns, SealedEvent } from "./audit-chain";

/**
 * Takes the oldest events that no seal has, in the one order in which they are hashed. By their
 * place in the table: for a join by id the planner, which knows little of a log that grows fast,
 * reads the whole log for each batch.
 */
export const takeEvents = (sealId: bigint) => Prisma.sql`
  WITH e AS (
    UPDATE "AuditEvent" a SET "sealId" = ${sealId} WHERE a."sealId" IS NULL AND a.ctid = ANY (ARRAY(
      SELECT ctid FROM "AuditEvent" WHERE "sealId" IS NULL ORDER BY "createdAt" LIMIT ${limits.sealBatchRows}))
    RETURNING a.*
  )
  SELECT ${sealedColumns} FROM e ORDER BY e."tenancyId", e."id"`;

/**
 * Makes a batch of committed audit events part of the hash chain; an event that commits late is in
 * a later seal. One instance at a time; the others find nothing to do. `rollUp` counts the events
 * in the same transaction: once, because each is sealed once. Logs the chain's head.
 * @returns how many events were sealed
 */
export async function sealAudit(
  { db, clock, log }: Pick<Service, "db" | "clock" | "log">,
  rollUp: (tx: Queryable, events: SealedEvent[]) => Promise<void>,
): Promise<number> {
  const sealed = await db.$transaction(async (tx) => {
    const [turn] = await tx.$queryRaw<
      { isMine: boolean }[]
    >`SELECT pg_try_advisory_xact_lock(hashtextextended('audit-seal', 0)) AS "isMine"`;
    if (turn?.isMine !== true) return null;
    const last = await tx.auditSeal.findFirst({ orderBy: { id: "desc" } });
    const id = (last?.id ?? 0n) + 1n;
    const previousHash = Buffer.from(last?.hash ?? noHash);
    const events = SealedEvent.array().parse(await tx.$queryRaw(takeEvents(id)));
    if (events.length === 0) return null;
    const seal = { id, events: events.length, sealedAt: new Date(clock.now()) };
    const hash = events.reduce(hashEvent, beginSealHash(previousHash, seal)).digest();
    await tx.auditSeal.create({ data: { ...seal, previousHash, hash } });
    await rollUp(tx, events);
    return { sealId: id.toString(), events: events.length, head: hash.toString("hex") };
  });
  if (sealed === null) return 0;
  // Logs are kept elsewhere, so a log cut off or rewritten in the database shows (`keystead audit
  // verify --head`).
  log.info({ event: "audit.sealed", ...sealed }, "audit log sealed");
  return sealed.events;
}
