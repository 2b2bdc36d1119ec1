import type { Webhook, WebhookSecret } from "@/lib/contract/webhook";
import { toCreator } from "@/lib/domain/access/api-key/to-api-key";
import type { WebhookWithSecret } from "./create-webhook";
import type { ListedWebhook } from "./listed-webhook";

function healthOf({ disabledAt, failingSince, lastFailure }: ListedWebhook): Webhook["health"] {
  const since = disabledAt ?? failingSince;
  if (since === null) return { state: "healthy" };
  const state = disabledAt === null ? "failing" : "disabled";
  return { state, since, ...(lastFailure === null ? {} : { lastFailure }) };
}

/** Converts a webhook to the API's form. */
export const toWebhook = (webhook: ListedWebhook): Webhook => ({
  _tag: "Webhook",
  id: webhook.id,
  name: webhook.name,
  url: webhook.url,
  types: webhook.types,
  enabled: webhook.isEnabled,
  disabledAt: webhook.disabledAt ?? undefined,
  disabledReason: webhook.disabledReason ?? undefined,
  previousSecretUntil: webhook.previousSecretUntil ?? undefined,
  health: healthOf(webhook),
  createdBy: toCreator(webhook),
  createdAt: webhook.createdAt,
  updatedAt: webhook.updatedAt,
});

/** Converts a webhook with its new secret. */
export const toWebhookSecret = ({ webhook, secret }: WebhookWithSecret): WebhookSecret => ({
  _tag: "WebhookSecret",
  secret,
  webhook: toWebhook(webhook),
});
