import type { TenancyContext } from "@/lib/domain/base/context";
import { getWebhook, type ListedWebhook } from "@/lib/domain/event/webhook/list-webhooks";
import { isServiceError, ServiceError } from "@/lib/errors";

export const webhookArgument = ["<webhook>", "the webhook's id"] as const;

/** @throws NotFound that says how to list webhooks */
export async function findWebhook(ctx: TenancyContext, id: string): Promise<ListedWebhook> {
  try {
    return await getWebhook(ctx, id);
  } catch (error) {
    if (!isServiceError(error) || error.tag !== "@error/NotFound") throw error;
    throw new ServiceError(
      "@error/NotFound",
      undefined,
      `The tenancy ${ctx.tenancy.id} has no webhook ${id}. List them with: keystead webhook list`,
    );
  }
}
