import type { TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { requireEnabled } from "./require-enabled";

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
