import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";

/**
 * Deletes a webhook with its secrets.
 * @throws NotFound
 */
export async function deleteWebhook(ctx: TenancyContext, id: string): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.webhook.deleteMany({ where: { tenancyId: ctx.tenancy.id, id } });
    if (count === 0) throw new ServiceError("@error/NotFound");
    await recordAudit(ctx, tx, { action: "webhook.deleted", target: { kind: "webhook", id } });
  });
}
