import type { TenancyContext } from "@/lib/domain/context";
import { limits } from "@/lib/limits";
import { type ListedWebhook, listedWebhook, omitSecrets } from "./listed-webhook";

/** How many webhooks a tenancy can have. */
export const maxWebhooks = limits.webhooks;

/** Lists the tenancy's webhooks, oldest first, without their secrets. */
export async function listWebhooks(ctx: TenancyContext): Promise<ListedWebhook[]> {
  const rows = await ctx.db.webhook.findMany({
    where: { tenancyId: ctx.tenancy.id },
    orderBy: { id: "asc" },
    omit: omitSecrets,
  });
  return rows.map((row) => listedWebhook(row, ctx.clock.now()));
}
