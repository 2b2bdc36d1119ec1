import type { Tenancy } from "./tenancy";

// Origins are compared as strings, so userinfo, a trailing dot or upper case never match an allowed
// one.
const localhostOrigin =
  /^http:\/\/((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*localhost)(?::[1-9]\d{0,4})?$/;

/**
 * The host of a plain-http localhost origin, which development tenancies accept at any port; else
 * null.
 */
export function localhostOf(tenancy: Pick<Tenancy, "environment">, origin: string): string | null {
  if (tenancy.environment !== "development") return null;
  return localhostOrigin.exec(origin)?.[1] ?? null;
}

/** Whether pages of this origin may call the tenancy's browser endpoints (contract §2). */
export function isAllowedOrigin(
  tenancy: Pick<Tenancy, "environment" | "allowedOrigins">,
  origin: string,
): boolean {
  return tenancy.allowedOrigins.includes(origin) || localhostOf(tenancy, origin) !== null;
}

/**
 * Whether a ceremony for this rpId may have run on this origin: localhost goes with itself or
 * `localhost` alone.
 */
export function isCeremonyOrigin(
  tenancy: Pick<Tenancy, "environment" | "allowedOrigins">,
  origin: string,
  rpId: string,
): boolean {
  const localhost = localhostOf(tenancy, origin);
  if (localhost !== null) return rpId === "localhost" || rpId === localhost;
  return tenancy.allowedOrigins.includes(origin);
}
