import type { Queryable, Service } from "@/lib/domain/context";
import { inTurns } from "@/lib/domain/in-turns";
import { tryLocks } from "@/lib/domain/take-locks";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { beginSealHash, hashEvent, noHash, sealedColumns, SealedEvent } from "./audit-chain";

/**
 * Builds the statement that assigns the oldest unsealed events to a seal and returns them in hash
 * order. It finds rows by ctid: with outdated statistics, a join by id would read the whole log.
 */
export const takeEvents = (sealId: bigint) => Prisma.sql`
  WITH e AS (
    UPDATE "AuditEvent" a SET "sealId" = ${sealId} WHERE a."sealId" IS NULL AND a.ctid = ANY (ARRAY(
      SELECT ctid FROM "AuditEvent" WHERE "sealId" IS NULL ORDER BY "createdAt" LIMIT ${limits.sealBatchRows}))
    RETURNING a.*
  )
  SELECT ${sealedColumns} FROM e ORDER BY e."tenancyId", e."id"`;

/**
 * Adds a batch of committed audit events to the hash chain and logs the chain's head. An event that
 * commits late goes into a later seal. Only one instance seals at a time; the others return 0.
 * @param rollUp runs in the same transaction, so it sees each event once
 * @returns how many events were sealed
 */
export async function sealAudit(
  { db, clock, log }: Pick<Service, "db" | "clock" | "log">,
  rollUp: (tx: Queryable, events: SealedEvent[]) => Promise<void>,
): Promise<number> {
  const sealed = await db.$transaction(async (tx) => {
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
  if (sealed === null) return 0;
  // The logged head reveals a truncated or rewritten audit log (`keystead audit verify --head`).
  log.info({ event: "audit.sealed", ...sealed }, "audit log sealed");
  return sealed.events;
}
