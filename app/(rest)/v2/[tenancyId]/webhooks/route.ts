import { CreateWebhook, Webhooks, WebhookSecret } from "@/lib/contract/webhook";
import {
  createWebhook,
  toWebhook,
  toWebhookSecret,
} from "@/lib/domain/event/webhook/create-webhook";
import { listWebhooks } from "@/lib/domain/event/webhook/list-webhooks";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "listWebhooks",
    summary: "List webhooks",
    description:
      "Returns all webhooks of the tenancy, oldest first, also disabled ones. No response contains " +
      "an existing secret.",
    auth: "apiKey",
    scope: "webhooks:write",
    success: [200, Webhooks],
    errors: [],
    handle: async ({ ctx }) => ({
      _tag: "Webhooks" as const,
      records: (await listWebhooks(ctx)).map(toWebhook),
    }),
  }),
  POST: endpoint({
    operation: "createWebhook",
    summary: "Create a webhook",
    description:
      "Creates a webhook and returns its secret, once. A tenancy has at most 10 webhooks. Without " +
      "`types`, it gets the default ones.",
    auth: "apiKey",
    scope: "webhooks:write",
    body: CreateWebhook,
    onceReply: "state",
    success: [201, WebhookSecret],
    errors: [],
    handle: async ({ ctx, body }) => toWebhookSecret(await createWebhook(ctx, body)),
  }),
});
