import { webViewOrigins } from "./app-origin";
import type { Tenancy } from "./tenancy";
import { localhostOrigin } from "./web-origin";

/**
 * Returns the host of an http localhost origin, which development tenancies accept on any port. Null
 * for other origins and tenancies.
 */
export function localhostOf(tenancy: Pick<Tenancy, "environment">, origin: string): string | null {
  if (tenancy.environment !== "development") return null;
  return localhostOrigin.exec(origin)?.[1] ?? null;
}

/** Returns a refused origin if it can be logged and shown: a stranger chooses it. */
export const printableOrigin = (origin: string): string | undefined =>
  /^[\x21-\x7e]{1,255}$/.test(origin) ? origin : undefined;

/** Whether pages of this origin may call the tenancy's browser endpoints (contract §2). */
export function isAllowedOrigin(
  tenancy: Pick<Tenancy, "environment" | "allowedOrigins">,
  origin: string,
): boolean {
  return tenancy.allowedOrigins.includes(origin) || localhostOf(tenancy, origin) !== null;
}

/**
 * Whether a ceremony for this rpId may run on this origin. A localhost origin allows only its own
 * host and `localhost`. Origins of web views never match, because any app can have them.
 */
export function isCeremonyOrigin(
  tenancy: Pick<Tenancy, "environment" | "allowedOrigins">,
  origin: string,
  rpId: string,
): boolean {
  const localhost = localhostOf(tenancy, origin);
  if (localhost !== null) return rpId === "localhost" || rpId === localhost;
  return tenancy.allowedOrigins.includes(origin) && !webViewOrigins.has(origin);
}
