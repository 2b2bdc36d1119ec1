import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { badRequest, ServiceError } from "@/lib/errors";

/**
 * Requires a webhook that events are sent to.
 * @throws NotFound · BadRequest if it is disabled
 */
export async function requireEnabled(
  { tenancy }: TenancyContext,
  db: Queryable,
  id: string,
): Promise<void> {
  const webhook = await db.webhook.findUnique({
    where: { tenancyId_id: { tenancyId: tenancy.id, id } },
    select: { disabledAt: true },
  });
  if (webhook === null) throw new ServiceError("@error/NotFound");
  if (webhook.disabledAt !== null)
    throw badRequest("id", "The webhook is disabled. Enable it first.");
}

/**
 * Sends the webhook an event of the type `webhook.tested`, whatever its types are. It takes the way of
 * every event: recorded, numbered, queued and signed.
 * @throws NotFound · BadRequest if the webhook is disabled
 */
export const testWebhook = (ctx: TenancyContext, id: string): Promise<void> =>
  ctx.db.$transaction(async (tx) => {
    await requireEnabled(ctx, tx, id);
    await recordAudit(ctx, tx, { action: "webhook.tested", target: { kind: "webhook", id } });
  });
