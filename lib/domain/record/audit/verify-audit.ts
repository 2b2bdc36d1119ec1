import { z } from "zod";
import type { Queryable } from "@/lib/domain/base/context";
import { type AuditSeal, Prisma } from "@/prisma/generated/client";
import { beginSealHash, hashEvent, noHash, sealedColumns, SealedEvent } from "./seal-audit";

const sealsPerRead = 500;
const eventsPerRead = 2_000;
const maxUnsealedCount = 10_000;

const Stray = z.object({ sealId: z.coerce.bigint() });
const ChainedEvent = SealedEvent.extend(Stray.shape);
type ChainedEvent = z.infer<typeof ChainedEvent>;

interface Reader {
  db: Queryable;
}

export interface AuditVerification {
  /** Verified seals and events. */
  seals: number;
  events: number;
  /** Unsealed events; counted up to 10,000. */
  unsealed: number;
  /**
   * Hash of the last seal, in hex; null when there is no seal. Store it elsewhere: passed as `head`
   * later, it reveals a truncated log.
   */
  head: string | null;
  /** The first seal that fails verification, and why. */
  broken: { seal: number; problem: string } | null;
}

async function* walkSeals({ db }: Reader): AsyncGenerator<AuditSeal> {
  for (let after: bigint | undefined; ;) {
    const seals = await db.auditSeal.findMany({
      where: after === undefined ? {} : { id: { gt: after } },
      orderBy: { id: "asc" },
      take: sealsPerRead,
    });
    yield* seals;
    after = seals.at(-1)?.id;
    if (seals.length < sealsPerRead) return;
  }
}

/** Yields sealed events in the order of the chain, reading a bounded number at a time. */
async function* walkEvents({ db }: Reader): AsyncGenerator<ChainedEvent> {
  for (let after: ChainedEvent | undefined; ;) {
    const from =
      after === undefined
        ? Prisma.empty
        : Prisma.sql`
          AND (e."sealId", e."tenancyId", e."id")
            > (${String(after.sealId)}::bigint, ${after.tenancyId}, ${after.id})`;
    // Raw, because Prisma cannot compare rows, and this comparison reads the page from one index.
    const events = await db.query(ChainedEvent)`
      SELECT ${sealedColumns}, e."sealId" FROM "AuditEvent" e
      WHERE e."sealId" IS NOT NULL ${from}
      ORDER BY e."sealId", e."tenancyId", e."id" LIMIT ${eventsPerRead}`;
    yield* events;
    after = events.at(-1);
    if (events.length < eventsPerRead) return;
  }
}

/** Finds the id of a seal that an event names and that doesn't exist. */
async function findStray({ db }: Reader): Promise<bigint | undefined> {
  // Raw: one statement, so a seal that is added meanwhile makes no event stray.
  const [row] = await db.query(Stray)`
    SELECT e."sealId" FROM "AuditEvent" e
    WHERE e."sealId" < 1 OR e."sealId" > (SELECT COALESCE(max("id"), 0) FROM "AuditSeal")
    ORDER BY e."sealId" LIMIT 1`;
  return row?.sealId;
}

async function countUnsealed({ db }: Reader): Promise<number> {
  // Raw, because Prisma sorts by the primary key before it limits, which would read the whole log.
  const [row] = await db.query(z.object({ count: z.int() }))`
    SELECT count(*)::int AS "count"
    FROM (SELECT FROM "AuditEvent" WHERE "sealId" IS NULL LIMIT ${maxUnsealedCount}) unsealed`;
  return row?.count ?? 0;
}

/**
 * Verifies the chain of seals from the first one and rehashes every event. Detects a changed,
 * removed, added or moved event or seal.
 * @param head hash (hex) of an earlier seal; detects a truncated log
 */
export async function verifyAudit(
  reader: Reader,
  { head }: { head?: string | undefined } = {},
): Promise<AuditVerification> {
  const found: AuditVerification = {
    seals: 0,
    events: 0,
    unsealed: await countUnsealed(reader),
    head: null,
    broken: null,
  };
  const brokenAt = (seal: number | bigint, problem: string): AuditVerification => ({
    ...found,
    broken: { seal: Number(seal), problem },
  });
  const events = walkEvents(reader);
  let next = await events.next();
  let previousHash: Buffer = noHash;
  let isHeadFound = head === undefined;
  for await (const seal of walkSeals(reader)) {
    const expected = found.seals + 1;
    if (seal.id !== BigInt(expected)) return brokenAt(expected, "is missing");
    if (!previousHash.equals(seal.previousHash))
      return brokenAt(seal.id, "does not follow from the seal before it");
    const hash = beginSealHash(previousHash, seal);
    let count = 0;
    for (; next.done !== true && next.value.sealId <= seal.id; next = await events.next()) {
      hashEvent(hash, next.value);
      count++;
    }
    if (count !== seal.events)
      return brokenAt(
        seal.id,
        `covers ${seal.events} ${seal.events === 1 ? "event" : "events"}, ` +
          `and ${count} ${count === 1 ? "is" : "are"} there`,
      );
    if (!hash.digest().equals(seal.hash))
      return brokenAt(
        seal.id,
        "does not have the hash of its events: one of them, or the seal, was changed",
      );
    previousHash = Buffer.from(seal.hash);
    Object.assign(found, {
      seals: expected,
      events: found.events + count,
      head: previousHash.toString("hex"),
    });
    isHeadFound ||= found.head === head?.toLowerCase();
  }
  const stray = await findStray(reader);
  if (stray !== undefined)
    return brokenAt(stray, "does not exist, and an event says that it is part of it");
  if (!isHeadFound)
    return brokenAt(
      found.seals + 1,
      "or one after it is missing: no seal has the hash that was given as head",
    );
  return found;
}
