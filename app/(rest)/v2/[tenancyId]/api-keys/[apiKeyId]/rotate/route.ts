import { ApiKeyCreated, ApiKeyPath, RotateApiKey } from "@/lib/contract/api-key";
import { toApiKeyCreated } from "@/lib/domain/access/api-key/create-api-key";
import { rotateApiKey } from "@/lib/domain/access/api-key/rotate-api-key";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "rotateApiKey",
    summary: "Rotate an API key",
    description:
      "Replaces the key with a new one of the same name, scopes and lifetime, and returns the new " +
      "text, once. The old key expires after `overlapMs`. A key can rotate itself. The new key " +
      "expires no later than the calling key, which needs every scope of the key. A locked key is " +
      "`Forbidden`, and a key can be rotated once.",
    auth: "apiKey",
    scope: "api-keys:write",
    params: ApiKeyPath,
    malformedPath: "@error/NotFound",
    body: RotateApiKey,
    success: [201, ApiKeyCreated],
    errors: ["@error/NotFound"],
    handle: async ({ ctx, params, body: { overlapMs } }) =>
      toApiKeyCreated(await rotateApiKey(ctx, { id: params.apiKeyId, overlapMs })),
  }),
});
