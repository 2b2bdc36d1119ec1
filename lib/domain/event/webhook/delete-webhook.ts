import type { TenancyContext } from "@/lib/domain/base/context";
import { purgeBatch } from "@/lib/domain/base/purge-batch";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";

/**
 * Deletes a webhook with its secrets and deliveries.
 * @throws NotFound
 */
export async function deleteWebhook(ctx: TenancyContext, id: string): Promise<void> {
  // First and in batches, because a cascade to all of them would hold the row that numbering needs.
  const deliveries = Prisma.sql`"tenancyId" = ${ctx.tenancy.id} AND "webhookId" = ${id}`;
  while ((await purgeBatch(ctx.db, "WebhookDelivery", deliveries)) === limits.purgeBatchRows);
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.webhook.deleteMany({ where: { tenancyId: ctx.tenancy.id, id } });
    if (count === 0) throw new ServiceError("@error/NotFound");
    await recordAudit(ctx, tx, { action: "webhook.deleted", target: { kind: "webhook", id } });
  });
}
