import { z } from "zod";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { eventsAbout, recordAudit } from "@/lib/domain/record/audit/record-audit";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";

/**
 * Builds the CTE `created`: the keys that each `root` created, and those that these created in turn.
 * Raw, because Prisma has no recursive queries.
 */
const created = (tenancyId: string, roots: readonly string[]) => Prisma.sql`
  WITH RECURSIVE "created" ("root", "id") AS (
    SELECT k."createdByKeyId", k."id" FROM "ApiKey" k
    WHERE k."tenancyId" = ${tenancyId} AND k."createdByKeyId" = ANY(${roots}::text[])
    UNION
    SELECT c."root", k."id" FROM "created" c
    JOIN "ApiKey" k ON k."tenancyId" = ${tenancyId} AND k."createdByKeyId" = c."id"
  )`;

/** The condition that key `k` is in use, and that no operator locked it. */
const canBeLocked = (nowMs: number) => Prisma.sql`
  k."revokedAt" IS NULL AND (k."expiresAt" IS NULL OR k."expiresAt" > ${new Date(nowMs)})
  AND (k."lockedAt" IS NULL OR k."lockedAt" = k."keyLockedAt")`;

const Count = z.object({ root: z.string(), keys: z.int() });

/**
 * Counts the keys that `lockCreatedKeys` would lock, for each of these keys.
 * @param ids at most a page of keys
 */
export async function countCreatedKeys(
  { db, tenancy, clock }: TenancyContext,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const counts = await db.query(Count)`
    ${created(tenancy.id, ids)}
    SELECT c."root", count(*)::int AS "keys"
    FROM (SELECT "root", "id" FROM "created" LIMIT ${limits.countedRows}) c
    JOIN "ApiKey" k ON k."tenancyId" = ${tenancy.id} AND k."id" = c."id"
    WHERE ${canBeLocked(clock.now())}
    GROUP BY c."root"`;
  return new Map(counts.map(({ root, keys }) => [root, keys]));
}

/**
 * Locks the keys that a key created, and those that these created in turn, with an event for each.
 * Only an operator can unlock them.
 * @param tx of `changeKeys`, so that none of them creates another one meanwhile
 * @returns how many it locked
 */
export async function lockCreatedKeys(
  ctx: TenancyContext,
  tx: Queryable,
  { id, reason }: { id: string; reason: string | undefined },
): Promise<number> {
  const { tenancy, clock } = ctx;
  const now = clock.now();
  const locked = await tx.query(z.object({ id: z.string() }))`
    ${created(tenancy.id, [id])}
    UPDATE "ApiKey" k SET "lockedAt" = ${new Date(now)}, "keyLockedAt" = NULL
    FROM "created" c
    WHERE k."tenancyId" = ${tenancy.id} AND k."id" = c."id" AND ${canBeLocked(now)}
    RETURNING k."id"`;
  const ids = locked.map((key) => key.id);
  await recordAudit(ctx, tx, ...eventsAbout("api-key", ids, "api-key.locked", reason));
  return ids.length;
}
