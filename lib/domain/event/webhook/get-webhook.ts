import type { TenancyContext } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";
import { type ListedWebhook, listedWebhook, omitSecrets } from "./listed-webhook";

/**
 * Returns a webhook without its secrets.
 * @throws NotFound
 */
export async function getWebhook(ctx: TenancyContext, id: string): Promise<ListedWebhook> {
  const row = await ctx.db.webhook.findUnique({
    where: { tenancyId_id: { tenancyId: ctx.tenancy.id, id } },
    omit: omitSecrets,
  });
  if (row === null) throw new ServiceError("@error/NotFound");
  return listedWebhook(row, ctx.clock.now());
}
