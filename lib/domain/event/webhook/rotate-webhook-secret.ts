import {
  createWebhookSecret,
  sealWebhookSecret,
} from "@/lib/domain/access/webhook-secret/webhook-secret";
import type { TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { badRequest, ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";
import type { WebhookWithSecret } from "./create-webhook";
import { listedWebhook, omitSecrets } from "./list-webhooks";

/**
 * Gives a webhook a new secret. Both sign until the overlap ends; an earlier one that still signs
 * ends now.
 * @param input.overlapMs how long the current secret still signs: 0 to 7 days
 * @returns the webhook and its new secret. Only this call returns the secret.
 * @throws BadRequest for an overlap out of range · NotFound
 */
export async function rotateWebhookSecret(
  ctx: TenancyContext,
  { id, overlapMs }: { id: string; overlapMs: number },
): Promise<WebhookWithSecret> {
  if (!Number.isInteger(overlapMs) || overlapMs < 0 || overlapMs > lifetimes.webhookOverlapMostMs)
    throw badRequest("overlapMs", "From 0 to 7 days");
  const tenancyId = ctx.tenancy.id;
  const now = new Date(ctx.clock.now());
  const secret = createWebhookSecret();
  const sealed = await sealWebhookSecret(ctx, secret);
  const until = overlapMs === 0 ? null : new Date(now.getTime() + overlapMs);
  return ctx.db.$transaction(async (tx) => {
    // Raw, because Prisma can't copy a column: concurrent rotations and re-encryptions must not lose
    // one another's secret.
    const count = await tx.$executeRaw`
      UPDATE "Webhook" SET "secret" = ${sealed}, "updatedAt" = ${now},
        "previousSecret" = CASE WHEN ${until}::timestamptz IS NULL THEN NULL ELSE "secret" END,
        "previousSecretUntil" = ${until}
      WHERE "tenancyId" = ${tenancyId} AND "id" = ${id}`;
    if (count === 0) throw new ServiceError("@error/NotFound");
    const row = await tx.webhook.findUniqueOrThrow({
      where: { tenancyId_id: { tenancyId, id } },
      omit: omitSecrets,
    });
    await recordAudit(ctx, tx, {
      action: "webhook.secret-rotated",
      target: { kind: "webhook", id },
    });
    return { webhook: listedWebhook(row, now.getTime()), secret };
  });
}
