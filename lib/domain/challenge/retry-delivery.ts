import { lifetimes } from "@/lib/limits";
import { insertAudit } from "@/lib/domain/audit/insert-audit";
import { auditRows } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";

/**
 * Makes a challenge's queued email due now. Only an email due later than a lease lasts: an earlier
 * one may be claimed, and then two workers would send it.
 * @returns `isDueNow` false when the email was left as it is
 * @throws NotFound when no email of the challenge is queued
 */
export async function retryDelivery(
  ctx: TenancyContext,
  challengeId: string,
): Promise<{ isDueNow: boolean }> {
  const now = ctx.clock.now();
  const events = auditRows(ctx, [
    { action: "mail.retried", target: { kind: "challenge", id: challengeId } },
  ]);
  const isQueued = Prisma.sql`
    m."tenancyId" = ${ctx.tenancy.id} AND m."challengeId" = ${challengeId} AND m."state" = 'queued'`;
  const rows = await ctx.run(Prisma.sql`
    WITH queued AS (SELECT m."id" FROM "OutboxMail" m WHERE ${isQueued}), retried AS (
      UPDATE "OutboxMail" m SET "dueAt" = ${new Date(now)}
      WHERE ${isQueued} AND m."dueAt" > ${new Date(now + lifetimes.deliveryLeaseMs)}
      RETURNING 1
    ), audit AS (${insertAudit(events, Prisma.sql`(SELECT 1 FROM retried LIMIT 1) r`)})
    SELECT (SELECT count(*) FROM retried)::int AS "retried" FROM queued LIMIT 1`);
  const [row] = rows as { retried: number }[];
  if (row === undefined)
    throw new ServiceError("@error/NotFound", undefined, "No email of this challenge is queued.");
  if (row.retried > 0) ctx.mail.wake();
  return { isDueNow: row.retried > 0 };
}
