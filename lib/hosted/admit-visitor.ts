import { limits } from "@/lib/limits";
import type { ClientInfo, TenancyContext } from "@/lib/domain/context";
import { findBrowserId } from "@/lib/domain/known-browser/known-browser";
import {
  countRequest,
  type RateLimitRule,
  type Prefetch,
} from "@/lib/domain/rate-limit/count-request";
import { findHostedPages } from "@/lib/domain/tenancy/hosted-pages";
import type { Tenancy } from "@/lib/domain/tenancy/tenancy";
import { ServiceError } from "@/lib/errors";
import type { Call } from "@/lib/http/endpoint/call";
import { readClientAddress } from "@/lib/http/admission/client-address";
import { readBrowserCookie } from "./known-browser-cookie";

/** A visitor of a tenancy's hosted pages, before the request is read. */
export interface Visitor {
  ctx: TenancyContext;
  rpId: string;
}

function clientOf({ headers }: Request, origin: string): ClientInfo {
  return {
    address: readClientAddress(headers),
    userAgent: headers.get("user-agent")?.slice(0, limits.userAgentCharacters),
    origin,
  };
}

/**
 * Returns the visitor of a tenancy whose hosted pages are enabled and available.
 * @throws InvalidTenancy for an unknown or suspended tenancy, or one without hosted pages
 */
export function toVisitor(call: Call, tenancy: Tenancy | null): Visitor {
  const { request, service, requestId } = call;
  const pages = tenancy === null ? null : findHostedPages(tenancy, service.baseUrl);
  if (
    tenancy === null ||
    tenancy.suspendedAt !== null ||
    !tenancy.hostedPages ||
    pages?.available !== true
  )
    throw new ServiceError("@error/InvalidTenancy");
  call.tenancyId = tenancy.id;
  return {
    ctx: {
      ...service,
      tenancy,
      actor: { kind: "browser" },
      requestId,
      client: clientOf(request, service.baseUrl),
    },
    rpId: pages.rpId,
  };
}

/**
 * Requires a request from this origin, by the headers Origin and Sec-Fetch-Site. Together with a
 * JSON body, which needs a CORS preflight, this prevents cross-site request forgery.
 * @throws Forbidden
 */
export function requireOwnPage({ request, service }: Call): void {
  const site = request.headers.get("sec-fetch-site");
  if (
    request.headers.get("origin") !== service.baseUrl ||
    (site !== null && site !== "same-origin")
  )
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "Only the hosted pages can call this endpoint.",
    );
}

/**
 * Counts a visitor's request against the same limits as the public API. A known browser has its own
 * budget.
 * @throws InvalidTenancy · RateLimited
 */
export async function admitVisitor(
  call: Call,
  rule: RateLimitRule,
  prefetch?: Prefetch,
): Promise<Visitor & { prefetched: unknown }> {
  const { request, service, params } = call;
  const tenancyId = params["tenancyId"] ?? "";
  const browserId = await findBrowserId(service, tenancyId, readBrowserCookie(request));
  const { tenancy, waitMs, prefetched } = await countRequest(
    service,
    tenancyId,
    rule,
    { address: readClientAddress(request.headers), browserId },
    prefetch,
  );
  const visitor = toVisitor(call, tenancy);
  if (waitMs > 0)
    throw new ServiceError("@error/RateLimited", { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
  return { ...visitor, prefetched };
}
