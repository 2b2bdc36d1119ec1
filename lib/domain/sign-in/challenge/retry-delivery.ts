import type { TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";

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
  const queued = { tenancyId: ctx.tenancy.id, challengeId, state: "queued" } as const;
  const isDueNow = await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.outboxEmail.updateMany({
      where: { ...queued, dueAt: { gt: new Date(now + lifetimes.deliveryLeaseMs) } },
      data: { dueAt: new Date(now) },
    });
    if (count > 0)
      await recordAudit(ctx, tx, {
        action: "mail.retried",
        target: { kind: "challenge", id: challengeId },
      });
    else if ((await tx.outboxEmail.count({ where: queued })) === 0)
      throw new ServiceError("@error/NotFound", undefined, "No email of this challenge is queued.");
    return count > 0;
  });
  if (isDueNow) ctx.deliveries.wake();
  return { isDueNow };
}
