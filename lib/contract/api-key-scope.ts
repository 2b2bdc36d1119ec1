/** Scopes that `*` does not include, and that no existing key was ever given (contract §1). */
export const sensitiveScopes = [
  "vault:export",
  "users:export",
  "users:list",
  "users:manage",
  "users:erase",
  "policy:write",
  "settings:read",
  "settings:write",
  "settings:write-security",
  "api-keys:write",
  "events:read",
  "webhooks:write",
  "challenges:skip-ceiling",
] as const;

/** Permissions of a key. */
export const apiKeyScopes = [
  "*",
  ...sensitiveScopes,
  "ceremonies",
  "principals",
  "users:read",
  "users:write",
  "vault:read",
  "vault:write",
  "policy:read",
  "challenges",
  "challenges:read-code",
  "challenges:skip-rate-limit",
] as const;

export type ApiKeyScope = (typeof apiKeyScopes)[number];
