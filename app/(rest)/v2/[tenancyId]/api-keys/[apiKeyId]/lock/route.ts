import { ApiKey, ApiKeyPath, ApiKeyReason } from "@/lib/contract/api-key";
import { toApiKey } from "@/lib/domain/access/api-key/create-api-key";
import { lockApiKey } from "@/lib/domain/access/api-key/set-api-key-state";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "lockApiKey",
    summary: "Lock an API key",
    description:
      "Refuses the key until it is unlocked, effective immediately, and cancels the ceremonies that " +
      "it authorized. A key can lock itself, but not unlock itself. The calling key needs every scope " +
      "of the key.",
    auth: "apiKey",
    scope: "api-keys:write",
    params: ApiKeyPath,
    malformedPath: "@error/NotFound",
    body: ApiKeyReason,
    bodyMayBeAbsent: true,
    success: [200, ApiKey],
    errors: ["@error/NotFound"],
    handle: async ({ ctx, params, body }) =>
      toApiKey((await lockApiKey(ctx, params.apiKeyId, body)).key),
  }),
});
