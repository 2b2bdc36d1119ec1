import { ApiKey, ApiKeyPath } from "@/lib/contract/api-key";
import { toApiKey } from "@/lib/domain/access/api-key/create-api-key";
import { unlockApiKey } from "@/lib/domain/access/api-key/set-api-key-state";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "unlockApiKey",
    summary: "Unlock an API key",
    description:
      "Accepts a key again that an API key locked. `Forbidden` for a key that an operator locked: " +
      "only an operator can unlock it. The calling key needs every scope of the key.",
    auth: "apiKey",
    scope: "api-keys:write",
    params: ApiKeyPath,
    malformedPath: "@error/NotFound",
    success: [200, ApiKey],
    errors: ["@error/NotFound"],
    handle: async ({ ctx, params }) => toApiKey((await unlockApiKey(ctx, params.apiKeyId)).key),
  }),
});
