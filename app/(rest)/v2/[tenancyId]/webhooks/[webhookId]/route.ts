import { ChangeWebhook, Webhook, WebhookDeleted, WebhookPath } from "@/lib/contract/webhook";
import { changeWebhook, deleteWebhook } from "@/lib/domain/event/webhook/change-webhook";
import { toWebhook } from "@/lib/domain/event/webhook/create-webhook";
import { getWebhook } from "@/lib/domain/event/webhook/list-webhooks";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "getWebhook",
    summary: "Get a webhook",
    description: "Returns a webhook without its secrets.",
    auth: "apiKey",
    scope: "webhooks:write",
    params: WebhookPath,
    malformedPath: "@error/NotFound",
    success: [200, Webhook],
    errors: ["@error/NotFound"],
    handle: async ({ ctx, params }) => toWebhook(await getWebhook(ctx, params.webhookId)),
  }),
  PATCH: endpoint({
    operation: "changeWebhook",
    summary: "Change a webhook",
    description:
      "Changes name, URL or types, or disables or enables the webhook, all or nothing. `types: null` " +
      "chooses the default types. The secrets stay the same.",
    auth: "apiKey",
    scope: "webhooks:write",
    params: WebhookPath,
    malformedPath: "@error/NotFound",
    body: ChangeWebhook,
    success: [200, Webhook],
    errors: ["@error/NotFound"],
    handle: async ({ ctx, params, body: { enabled: isEnabled, ...fields } }) =>
      toWebhook(await changeWebhook(ctx, params.webhookId, { ...fields, isEnabled })),
  }),
  DELETE: endpoint({
    operation: "deleteWebhook",
    summary: "Delete a webhook",
    description: "Permanently deletes a webhook with its secrets. To pause it, disable it instead.",
    auth: "apiKey",
    scope: "webhooks:write",
    params: WebhookPath,
    malformedPath: "@error/NotFound",
    success: [202, WebhookDeleted],
    errors: ["@error/NotFound"],
    handle: async ({ ctx, params }) => {
      await deleteWebhook(ctx, params.webhookId);
      return { _tag: "WebhookDeleted" as const, id: params.webhookId };
    },
  }),
});
