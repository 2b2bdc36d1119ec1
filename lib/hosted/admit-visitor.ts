import type { TenancyContext } from "@/lib/domain/context";
import { findBrowserId } from "@/lib/domain/known-browser/known-browser";
import type { RateLimitRule, UncountedRequest } from "@/lib/domain/rate-limit/count-request";
import type { VersionedTenancy } from "@/lib/domain/tenancy/cached-tenancy";
import { findHostedPages } from "@/lib/domain/tenancy/hosted-pages";
import { ServiceError } from "@/lib/errors";
import { findTenancyFrom } from "@/lib/http/endpoint/authenticate";
import type { Call } from "@/lib/http/endpoint/call";
import type { CallerSource } from "@/lib/http/endpoint/with-caller";
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
export function toVisitor(call: Call, found: VersionedTenancy | null): Visitor {
  const { request, service, requestId } = call;
  const tenancy = found?.tenancy ?? null;
  const pages = tenancy === null ? null : findHostedPages(tenancy, service.baseUrl);
  if (
    found === null ||
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
      callerVersion: { tenancyVersion: found.version, isConfirmed: false },
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
 * @returns undefined if the tenancy isn't cached, for source "cache"
 * @throws InvalidTenancy
 */
export async function findVisitor(
  call: Call,
  rule: RateLimitRule,
  source: CallerSource,
): Promise<(Visitor & { request: UncountedRequest }) | undefined> {
  const { request, service, params } = call;
  const { tenancyId = "" } = params;
  const found = await findTenancyFrom(source, call);
  if (found === undefined) return undefined;
  const visitor = toVisitor(call, found);
  const { address } = visitor.ctx.client;
  const browserId = await findBrowserId(service, tenancyId, readBrowserCookie(request));
  return { ...visitor, request: { rule, address, browserId } };
}
