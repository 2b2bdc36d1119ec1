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

/** Somebody on a tenancy's hosted pages, before it is known what for. */
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
 * The visitor, where the pages are on and can work; a tenancy without them is like none. @throws
 * InvalidTenancy
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
 * Another site cannot make a visitor's browser act: it cannot send these headers, nor JSON, without
 * being asked about it. @throws Forbidden
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
      "Only the hosted pages themselves may ask this.",
    );
}

/**
 * Counts one act of a visitor, by the limits that the tenancy's own pages have, too; a known
 * browser has its own budget. @throws InvalidTenancy · RateLimited
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
