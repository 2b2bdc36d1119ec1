import { isAllowedOrigin } from "@/lib/domain/base/tenancy/origin";
import type { Tenancy } from "@/lib/domain/base/tenancy/tenancy";

type OriginRules = Pick<Tenancy, "environment" | "allowedOrigins">;

const exposed = "Retry-After, X-Request-Id";

/**
 * Returns the headers that let a page of an allowed origin read the response (Fetch §3.2); only
 * `Vary` for other origins.
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
 * Returns headers that let any page read the InvalidTenancy error. Otherwise a mistyped id would
 * look like a network error.
 */
export function unknownTenancyHeaders(origin: string | null): Record<string, string> {
  const vary = { Vary: "Origin" };
  return origin === null
    ? vary
    : { ...vary, "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": exposed };
}

/** For resources that a tenancy opened to any origin. */
export const openHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": exposed,
};

/** Additional headers of a preflight response. Credentials are never allowed. */
export const preflightHeaders = {
  "Access-Control-Allow-Methods": "POST",
  "Access-Control-Allow-Headers": "Content-Type, X-CLIENT-ID, X-PASSLOCK-CLIENT-VERSION",
  "Access-Control-Max-Age": "600",
};

/** For resources that any page may read, such as the key set and related origins. */
export const publicHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
};
