import { isAllowedOrigin } from "@/lib/domain/tenancy/origin";
import type { Tenancy } from "@/lib/domain/tenancy/tenancy";

type OriginRules = Pick<Tenancy, "environment" | "allowedOrigins">;

const cachedTenancies = 1_000;
const exposed = "Retry-After, X-Request-Id";

// Only for telling a page what went wrong while the database cannot: nothing is granted by it.
const lastKnown = new Map<string, OriginRules>();

export function cacheOrigins(
  tenancyId: string,
  { environment, allowedOrigins }: OriginRules,
): void {
  lastKnown.delete(tenancyId);
  lastKnown.set(tenancyId, { environment, allowedOrigins });
  const oldest = lastKnown.keys().next().value;
  if (lastKnown.size > cachedTenancies && oldest !== undefined) lastKnown.delete(oldest);
}

export function findCachedOrigins(tenancyId: string): OriginRules | undefined {
  return lastKnown.get(tenancyId);
}

/**
 * The headers that let a page of an allowed origin read the answer (Fetch §3.2); for others only
 * `Vary`.
 */
export function corsHeaders(
  rules: OriginRules | undefined,
  origin: string | null,
): Record<string, string> {
  const vary = { Vary: "Origin" };
  if (rules === undefined || origin === null || !isAllowedOrigin(rules, origin)) return vary;
  return {
    ...vary,
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Expose-Headers": exposed,
  };
}

/**
 * Lets a page of any origin read that the tenancy is unknown or suspended: a mistyped id would look
 * like a network error.
 */
export function unknownTenancyHeaders(origin: string | null): Record<string, string> {
  const vary = { Vary: "Origin" };
  return origin === null
    ? vary
    : { ...vary, "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": exposed };
}

/** For what a tenancy opened to pages of any origin. */
export const openHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": exposed,
};

/** What a preflight is told besides; no credentials, ever. */
export const preflightHeaders = {
  "Access-Control-Allow-Methods": "POST",
  "Access-Control-Allow-Headers": "Content-Type, X-CLIENT-ID, X-PASSLOCK-CLIENT-VERSION",
  "Access-Control-Max-Age": "600",
};

/** For what any page may read: key set, related origins. */
export const publicHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
};
