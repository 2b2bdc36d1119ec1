import {
  createWebhookSecret,
  sealWebhookSecret,
} from "@/lib/domain/access/webhook-secret/webhook-secret";
import type { TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";

export interface NewWebhook {
  name: string;
  url: string;
  /** Default: the default types. */
  types?: readonly string[] | undefined;
}

/** Inserts a webhook with a URL on loopback, which `createWebhook` refuses in production. */
export async function insertWebhook(
  ctx: TenancyContext,
  { name, url, types = [] }: NewWebhook,
): Promise<{ id: string; secret: string }> {
  const [id, secret] = [ctx.createId(), createWebhookSecret()];
  const createdAt = new Date(ctx.clock.now());
  const sealed = await sealWebhookSecret(ctx, secret);
  await ctx.db.$transaction(async (tx) => {
    await tx.webhook.create({
      data: {
        ...{ tenancyId: ctx.tenancy.id, id, name, url, types: [...types], secret: sealed },
        ...{ createdAt, updatedAt: createdAt },
      },
    });
    await recordAudit(ctx, tx, { action: "webhook.created", target: { kind: "webhook", id } });
  });
  return { id, secret };
}
