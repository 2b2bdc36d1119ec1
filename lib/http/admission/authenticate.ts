import { limits } from "@/lib/limits";
import { findLiveKey } from "@/lib/domain/api-key/find-live-key";
import { findCachedKey } from "@/lib/domain/api-key/cached-key";
import { hasScope, type ApiKeyScope } from "@/lib/domain/api-key/scope";
import type { Actor, ClientInfo, CachedContext, TenancyContext } from "@/lib/domain/context";
import {
  countRequest,
  type AuthorizationToken,
  type RateLimitRule,
  type Prefetch,
} from "@/lib/domain/rate-limit/count-request";
import { findTenancy } from "@/lib/domain/tenancy/find-tenancy";
import { isAllowedOrigin } from "@/lib/domain/tenancy/origin";
import type { Tenancy } from "@/lib/domain/tenancy/tenancy";
import { ServiceError } from "@/lib/errors";
import type { Call } from "@/lib/http/endpoint/call";
import { readClientAddress } from "./client-address";
import { corsHeaders, openHeaders, cachedOrigins, unknownTenancyHeaders } from "./cors";

function clientOf({ headers }: Request): ClientInfo {
  return {
    address: readClientAddress(headers),
    userAgent: headers.get("user-agent")?.slice(0, limits.userAgentCharacters),
    origin: headers.get("origin") ?? undefined,
  };
}

// Listed one by one, because this runs on every request and a spread followed by properties is a
// hundred times slower in V8 (Node 20).
function contextOf(
  { service, request, requestId }: Call,
  tenancy: Tenancy,
  actor: Actor,
): Omit<TenancyContext, "cached"> {
  const {
    db,
    run,
    coalesce,
    shareOf,
    takeTurn,
    clock,
    log,
    secrets,
    mail,
    activity,
    createId,
    issuer,
    baseUrl,
  } = service;
  return {
    db,
    run,
    coalesce,
    shareOf,
    takeTurn,
    clock,
    log,
    secrets,
    mail,
    activity,
    createId,
    issuer,
    baseUrl,
    tenancy,
    actor,
    requestId,
    client: clientOf(request),
  };
}

const bearerOf = ({ headers }: Request) =>
  /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];

type Scopes = ApiKeyScope | readonly ApiKeyScope[];

const hasScopes = (granted: readonly string[], needed: Scopes) =>
  typeof needed === "string"
    ? hasScope(granted, needed)
    : needed.every((scope) => hasScope(granted, scope));

/**
 * Finds the caller by a cached API key, for a statement that revalidates the key. Returns undefined
 * if the key isn't cached or lacks a scope. No round trip.
 */
export function findCachedCaller(call: Call, scopes: Scopes): CachedContext | undefined {
  const { request, service, params } = call;
  const bearer = bearerOf(request);
  const cached =
    bearer === undefined ? undefined : findCachedKey(service, params["tenancyId"] ?? "", bearer);
  if (cached === undefined || !hasScopes(cached.live.scopes, scopes)) return undefined;
  const { apiKeyId, scopes: granted, tenancy } = cached.live;
  return Object.assign(
    contextOf(call, tenancy, { kind: "apiKey", id: apiKeyId, scopes: granted }),
    {
      cached,
    },
  );
}

/**
 * Authenticates a backend by its API key, which must be live, belong to the tenancy in the path and
 * have every scope.
 * @throws Forbidden with the same message in every other case
 */
export async function authenticateKey(call: Call, scopes: Scopes): Promise<TenancyContext> {
  const { request, service, params } = call;
  const bearer = bearerOf(request);
  const live =
    bearer === undefined ? null : await findLiveKey(service, params["tenancyId"] ?? "", bearer);
  if (live !== null) call.tenancyId = live.tenancy.id;
  if (live === null || !hasScopes(live.scopes, scopes))
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "The API key is missing, not valid here, or lacks the scope.",
    );
  return contextOf(call, live.tenancy, { kind: "apiKey", id: live.apiKeyId, scopes: live.scopes });
}

/**
 * Checks the tenancy and the page's origin, and sets the CORS headers of all responses from here
 * on.
 * @throws InvalidTenancy · Forbidden for the origin
 */
function admitOrigin(call: Call, tenancy: Tenancy | null): TenancyContext {
  const origin = call.request.headers.get("origin");
  if (tenancy === null || tenancy.suspendedAt !== null) {
    call.headers = unknownTenancyHeaders(origin);
    throw new ServiceError("@error/InvalidTenancy");
  }
  call.headers = corsHeaders(tenancy, origin);
  call.tenancyId = tenancy.id;
  cachedOrigins.set(tenancy.id, tenancy);
  if (origin !== null && !isAllowedOrigin(tenancy, origin))
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "This origin is not allowed by the tenancy.",
    );
  return contextOf(call, tenancy, { kind: "browser" });
}

/** CORS headers from the cached origins, for errors before the database has responded. */
function findCachedCors({ request, params }: Call): Record<string, string> {
  return corsHeaders(cachedOrigins.get(params["tenancyId"] ?? ""), request.headers.get("origin"));
}

/**
 * Admits a preflight or a call with a wrong method, without counting it against a rate limit.
 * @throws InvalidTenancy · Forbidden for the origin
 */
export async function admitPage(call: Call): Promise<TenancyContext> {
  call.headers = findCachedCors(call);
  return admitOrigin(call, await findTenancy(call.service, call.params["tenancyId"] ?? ""));
}

/**
 * Admits a browser to a live tenancy: checks its origin if sent, its client id and the rate limits,
 * and runs `prefetch`. One round trip.
 * @throws InvalidTenancy · Forbidden for the origin or the client id · RateLimited
 */
export async function admitBrowser(
  call: Call,
  rule: RateLimitRule,
  {
    prefetch,
    token,
  }: { prefetch?: Prefetch | undefined; token?: AuthorizationToken | undefined } = {},
): Promise<{ ctx: TenancyContext; prefetched: unknown }> {
  const { service, params, request } = call;
  const clientId = request.headers.get("x-client-id");
  const caller = {
    address: readClientAddress(request.headers),
    page: { origin: request.headers.get("origin"), clientId },
    token,
  };
  call.headers = findCachedCors(call);
  const { tenancy, waitMs, prefetched } = await countRequest(
    service,
    params["tenancyId"] ?? "",
    rule,
    caller,
    prefetch,
  );
  const ctx = admitOrigin(call, tenancy);
  if (clientId === null ? ctx.tenancy.requireClientId : clientId !== ctx.tenancy.clientId)
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "The X-CLIENT-ID is not this tenancy's client id.",
    );
  if (waitMs > 0)
    throw new ServiceError("@error/RateLimited", { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
  return { ctx, prefetched };
}

/**
 * Admits any caller to a live tenancy within the rate limits. An unknown tenancy gets NotFound,
 * like a missing resource.
 * @throws NotFound · RateLimited
 */
export async function admitAnyone(call: Call, rule: RateLimitRule): Promise<TenancyContext> {
  const { service, params, request } = call;
  call.headers = openHeaders;
  const { tenancy, waitMs } = await countRequest(service, params["tenancyId"] ?? "", rule, {
    address: readClientAddress(request.headers),
  });
  if (tenancy === null || tenancy.suspendedAt !== null) throw new ServiceError("@error/NotFound");
  call.tenancyId = tenancy.id;
  if (waitMs > 0)
    throw new ServiceError("@error/RateLimited", { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
  return contextOf(call, tenancy, { kind: "browser" });
}
