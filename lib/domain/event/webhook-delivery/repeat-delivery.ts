import type { TenancyContext } from "@/lib/domain/base/context";
import { requireEnabled } from "@/lib/domain/event/webhook/test-webhook";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";

interface OneDelivery {
  webhookId: string;
  /** Of the event. */
  number: number;
}

/**
 * Sends an event to a webhook again, with the same id and a new day of retries; a queued one is sent
 * now. One that waits for an earlier event, or may be under way, is left as it is.
 * @returns `isDueNow` false when it was left as it is
 * @throws NotFound · BadRequest if the webhook is disabled
 */
export async function repeatDelivery(
  ctx: TenancyContext,
  { webhookId, number }: OneDelivery,
): Promise<{ isDueNow: boolean }> {
  const tenancyId = ctx.tenancy.id;
  const now = ctx.clock.now();
  const isDueNow = await ctx.db.$transaction(async (tx) => {
    await requireEnabled(ctx, tx, webhookId);
    // Raw, because Prisma can't compare with infinity.
    const repeated = await tx.$executeRaw`
      UPDATE "WebhookDelivery" d SET "state" = 'queued', "dueAt" = ${new Date(now)}, "endedAt" = NULL,
        "attempts" = CASE d."state" WHEN 'queued' THEN d."attempts" ELSE 0 END,
        "firstAttemptAt" = CASE d."state" WHEN 'queued' THEN d."firstAttemptAt" END
      WHERE d."tenancyId" = ${tenancyId} AND d."webhookId" = ${webhookId} AND d."number" = ${number}
        AND (d."state" <> 'queued' OR d."dueAt" <> 'infinity'
          AND d."dueAt" > ${new Date(now + lifetimes.deliveryLeaseMs)})`;
    if (repeated > 0)
      await recordAudit(ctx, tx, {
        action: "webhook.event-repeated",
        target: { kind: "webhook", id: webhookId },
        detail: String(number),
      });
    else if ((await tx.webhookDelivery.count({ where: { tenancyId, webhookId, number } })) === 0)
      throw new ServiceError("@error/NotFound", undefined, "The delivery doesn't exist anymore.");
    return repeated > 0;
  });
  if (isDueNow) ctx.webhooks.wake(tenancyId);
  return { isDueNow };
}
