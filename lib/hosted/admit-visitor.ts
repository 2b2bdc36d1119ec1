import type { RateLimitRule, UncountedRequest } from "@/lib/domain/access/rate-limit/request-row";
import type { Guess, TenancyContext } from "@/lib/domain/base/context";
import { findHostedPages } from "@/lib/domain/base/tenancy/hosted-pages";
import type { Tenancy } from "@/lib/domain/base/tenancy/tenancy";
import { findBrowserId } from "@/lib/domain/sign-in/known-browser";
import { ServiceError } from "@/lib/errors";
import { findTenancyOf } from "@/lib/http/endpoint/authenticate";
import type { Call } from "@/lib/http/endpoint/call";
import { readClient } from "@/lib/http/request/client-address";
import { readBrowserCookie } from "./known-browser-cookie";

/** A visitor of a tenancy's hosted pages, before the request is read. */
export interface Visitor {
  ctx: TenancyContext;
  rpId: string;
}

/**
 * Returns the visitor of a tenancy whose hosted pages are enabled and available.
 * @throws InvalidTenancy for an unknown or suspended tenancy, or one without hosted pages
 */
export function toVisitor(call: Call, tenancy: Tenancy | null, guess?: Guess): Visitor {
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
      guess,
      requestId,
      client: { ...readClient(request.headers), origin: service.baseUrl },
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
 * Finds the visitor who sent a step. It counts against the same limits as the public API. A known
 * browser has its own budget.
 * @param guess asks the cache only
 * @throws InvalidTenancy
 */
export async function findVisitor(
  call: Call,
  rule: RateLimitRule,
  guess?: Guess,
): Promise<Visitor & { uncounted: UncountedRequest }> {
  const { request, service, params } = call;
  const { tenancyId = "" } = params;
  const visitor = toVisitor(call, await findTenancyOf(call, guess), guess);
  const { address } = visitor.ctx.client;
  const browserId = await findBrowserId(service, tenancyId, readBrowserCookie(request));
  return { ...visitor, uncounted: { rule, address, browserId } };
}
