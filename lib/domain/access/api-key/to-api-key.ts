import type { ApiKey, ApiKeyCreated } from "@/lib/contract/api-key";
import { type CreatedApiKey, systemCreator } from "./create-api-key";
import type { ListedApiKey } from "./list-api-keys";

/** Converts who created something. */
export function toCreator({
  createdBy,
  createdByKeyId,
}: Pick<ListedApiKey, "createdBy" | "createdByKeyId">): ApiKey["createdBy"] {
  if (createdByKeyId !== null) return { kind: "apiKey", id: createdByKeyId };
  if (createdBy === null) return undefined;
  return createdBy === systemCreator ? { kind: "system" } : { kind: "operator", id: createdBy };
}

/** Converts a key to the API's form. */
export const toApiKey = (key: ListedApiKey): ApiKey => ({
  _tag: "ApiKey",
  id: key.id,
  name: key.name,
  start: key.start,
  scopes: key.scopes,
  state: key.state,
  lockedBy: key.state === "locked" ? (key.lockedBy ?? undefined) : undefined,
  createdBy: toCreator(key),
  createdAt: key.createdAt,
  lastUsedAt: key.lastUsedAt ?? undefined,
  expiresAt: key.expiresAt ?? undefined,
  replacedById: key.replacedById ?? undefined,
});

/** Converts a new key, with its text. */
export const toApiKeyCreated = ({ key, listed }: CreatedApiKey): ApiKeyCreated => ({
  _tag: "ApiKeyCreated",
  key,
  apiKey: toApiKey(listed),
});
