/** Permissions of a key. `*` includes all scopes except those of `notInAll` (contract §1). */
export const apiKeyScopes = [
  "*",
  "vault:export",
  "users:export",
  "policy:write",
  "challenges:skip-ceiling",
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

const notInAll: readonly ApiKeyScope[] = [
  "vault:export",
  "users:export",
  "policy:write",
  "challenges:skip-ceiling",
];

export function hasScope(granted: readonly string[], needed: ApiKeyScope): boolean {
  return granted.includes(needed) || (granted.includes("*") && !notInAll.includes(needed));
}
