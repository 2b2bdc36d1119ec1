import { type ApiKeyScope, apiKeyScopes, sensitiveScopes } from "@/lib/contract/api-key-scope";

export type { ApiKeyScope };

export function isSensitiveScope(scope: ApiKeyScope): boolean {
  return (sensitiveScopes as readonly ApiKeyScope[]).includes(scope);
}

export function hasScope(granted: readonly string[], needed: ApiKeyScope): boolean {
  return granted.includes(needed) || (granted.includes("*") && !isSensitiveScope(needed));
}

const isKnown = (scope: string): scope is ApiKeyScope =>
  (apiKeyScopes as readonly string[]).includes(scope);

/**
 * Returns the scopes of another key that a key lacks. `*` is a scope of its own: no set of others
 * equals it. A scope that this release doesn't know is in no `*`.
 */
export const lackedScopes = (granted: readonly string[], others: readonly string[]): string[] =>
  others.filter((scope) => (isKnown(scope) ? !hasScope(granted, scope) : !granted.includes(scope)));

/** The variables that a backend needs, as the lines of an .env file. Guides and examples use them. */
export const backendVariables = ({
  endpoint,
  tenancyId,
  clientId,
  apiKey,
}: {
  endpoint: string;
  tenancyId: string;
  clientId: string;
  apiKey: string;
}): string =>
  [
    `KEYSTEAD_URL=${endpoint}`,
    `KEYSTEAD_TENANCY_ID=${tenancyId}`,
    `KEYSTEAD_CLIENT_ID=${clientId}`,
    `KEYSTEAD_API_KEY=${apiKey}`,
  ].join("\n");
