import type { TenancyContext } from "@/lib/domain/base/context";
import {
  mayDo,
  missingProof,
  type OperatorRole,
  type SessionStrength,
} from "@/lib/domain/base/permission";
import { limits } from "@/lib/limits";
import { parseUrl } from "@/lib/parse-url";
import { type ListedWebhook, listedWebhook, omitSecrets } from "./listed-webhook";

interface OperatorContext extends TenancyContext {
  role: OperatorRole;
  strength: SessionStrength;
}

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

/** Returns scheme, host and port of a URL. Path and query may contain a secret of the receiver. */
const originOf = (url: string): string => parseUrl(url)?.origin ?? "";

/** Lists the tenancy's webhooks for an operator, with URLs only if role and session may change them. */
export async function listShownWebhooks(ctx: OperatorContext): Promise<ListedWebhook[]> {
  const mayChange =
    mayDo(ctx.role, "webhook.change") &&
    missingProof(ctx.strength, "webhook.change") !== "passkey-session";
  const webhooks = await listWebhooks(ctx);
  return mayChange ? webhooks : webhooks.map((each) => ({ ...each, url: originOf(each.url) }));
}
