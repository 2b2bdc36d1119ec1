import type { z } from "zod";
import { ApiKey, ApiKeyCreated, ApiKeys } from "@/lib/contract/api-key";
import { Webhook, WebhookDeleted, Webhooks, WebhookSecret } from "@/lib/contract/webhook";
import { apiKey, id, token, webhook } from "./sample-values";

/** A sample of each successful reply about API keys and webhooks, with exactly the fields it lists. */
export const managementSamples: [name: string, schema: z.ZodType, sample: object][] = [
  ["ApiKey", ApiKey, apiKey],
  ["ApiKeys", ApiKeys, { _tag: "ApiKeys", cursor: null, records: [apiKey] }],
  ["ApiKeyCreated", ApiKeyCreated, { _tag: "ApiKeyCreated", key: token, apiKey }],
  ["Webhook", Webhook, webhook],
  ["Webhooks", Webhooks, { _tag: "Webhooks", records: [webhook] }],
  ["WebhookSecret", WebhookSecret, { _tag: "WebhookSecret", secret: token, webhook }],
  ["WebhookDeleted", WebhookDeleted, { _tag: "WebhookDeleted", id }],
];
