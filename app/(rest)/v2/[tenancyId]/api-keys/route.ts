import { ApiKeyCreated, ApiKeys, CreateApiKey, ListApiKeys } from "@/lib/contract/api-key";
import {
  createApiKey,
  toApiKey,
  toApiKeyCreated,
} from "@/lib/domain/access/api-key/create-api-key";
import { listApiKeyPage } from "@/lib/domain/access/api-key/list-api-keys";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "listApiKeys",
    summary: "List API keys",
    description:
      "Returns all keys of the tenancy, newest first, also expired and revoked ones. Request pages " +
      "with `cursor` until it is null. No response contains the text of an existing key.",
    auth: "apiKey",
    scope: "api-keys:write",
    query: ListApiKeys,
    success: [200, ApiKeys],
    errors: [],
    handle: async ({ ctx, query }) => {
      const { keys, next } = await listApiKeyPage(ctx, { before: query.cursor, rows: query.limit });
      return { _tag: "ApiKeys" as const, cursor: next, records: keys.map(toApiKey) };
    },
  }),
  POST: endpoint({
    operation: "createApiKey",
    summary: "Create an API key",
    description:
      "Creates a key and returns its text, once. The calling key needs every scope of the new key, " +
      "and the new key expires no later. `*` includes no sensitive scope, and only a key with `*` " +
      "can create one with `*`. A tenancy with 1,000 keys in use gets no further ones this way.",
    auth: "apiKey",
    scope: "api-keys:write",
    body: CreateApiKey,
    success: [201, ApiKeyCreated],
    errors: [],
    handle: async ({ ctx, body: { name, scopes, expiresAt } }) =>
      toApiKeyCreated(
        await createApiKey(ctx, {
          name,
          scopes,
          ...(expiresAt === undefined ? {} : { expiresAt }),
        }),
      ),
  }),
});
