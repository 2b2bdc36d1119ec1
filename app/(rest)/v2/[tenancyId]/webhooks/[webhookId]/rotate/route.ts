import { RotateWebhookSecret, WebhookPath, WebhookSecret } from "@/lib/contract/webhook";
import { toWebhookSecret } from "@/lib/domain/event/webhook/create-webhook";
import { rotateWebhookSecret } from "@/lib/domain/event/webhook/rotate-webhook-secret";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "rotateWebhookSecret",
    summary: "Rotate a webhook's secret",
    description:
      "Gives the webhook a new secret and returns it, once. Until `overlapMs` ends, the former secret " +
      "signs, too, so that your receiver can change over. An earlier secret ends at once.",
    auth: "apiKey",
    scope: "webhooks:write",
    params: WebhookPath,
    malformedPath: "@error/NotFound",
    body: RotateWebhookSecret,
    success: [201, WebhookSecret],
    errors: ["@error/NotFound"],
    handle: async ({ ctx, params, body: { overlapMs } }) =>
      toWebhookSecret(await rotateWebhookSecret(ctx, { id: params.webhookId, overlapMs })),
  }),
});
