/**
 * What a key may do. `*` is everything but `vault:export` and `challenges:skip-ceiling` (contract
 * §1).
 */
export const apiKeyScopes = [
  "*",
  "vault:export",
  "challenges:skip-ceiling",
  "ceremonies",
  "principals",
  "users:read",
  "users:write",
  "vault:read",
  "vault:write",
  "challenges",
  "challenges:skip-rate-limit",
] as const;

export type ApiKeyScope = (typeof apiKeyScopes)[number];

const besidesAll: readonly ApiKeyScope[] = ["vault:export", "challenges:skip-ceiling"];

export function hasScope(held: readonly string[], needed: ApiKeyScope): boolean {
  return held.includes(needed) || (held.includes("*") && !besidesAll.includes(needed));
}
