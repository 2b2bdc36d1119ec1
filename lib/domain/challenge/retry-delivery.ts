import { lifetimes } from "@/lib/limits";
import { insertAudit } from "@/lib/domain/audit/insert-audit";
import { auditRows } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";

/**
 * Sends a challenge's mail now that waits for its next attempt. One that may be on its way is left
 * alone, or two workers would send it: a lease ends sooner than this looks, and so does a short
 * wait. @returns whether it was put forward
 * @throws NotFound when no mail of the challenge is queued
 */
export async function retryDelivery(
  ctx: TenancyContext,
  challengeId: string,
): Promise<{ isDueNow: boolean }> {
  const now = ctx.clock.now();
  const events = auditRows(ctx, [
    { action: "mail.retried", target: { kind: "challenge", id: challengeId } },
  ]);
  const mine = Prisma.sql`m."tenancyId" = ${ctx.tenancy.id} AND m."challengeId" = ${challengeId} AND m."state" = 'queued'`;
  const rows = await ctx.run(Prisma.sql`
    WITH queued AS (SELECT m."id" FROM "OutboxMail" m WHERE ${mine}), retried AS (
      UPDATE "OutboxMail" m SET "dueAt" = ${new Date(now)} WHERE ${mine} AND m."dueAt" > ${new Date(now + lifetimes.deliveryLeaseMs)} RETURNING 1
    ), audit AS (${insertAudit(events, Prisma.sql`(SELECT 1 FROM retried LIMIT 1) r`)})
    SELECT (SELECT count(*) FROM retried)::int AS "retried" FROM queued LIMIT 1`);
  const [row] = rows as { retried: number }[];
  if (row === undefined)
    throw new ServiceError(
      "@error/NotFound",
      undefined,
      "No mail of this challenge is waiting to be sent.",
    );
  if (row.retried > 0) ctx.mail.wake();
  return { isDueNow: row.retried > 0 };
}
