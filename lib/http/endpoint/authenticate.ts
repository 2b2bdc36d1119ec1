// Who sends a request: a backend with its API key (`authenticateKey`), a page of the tenancy
// (`findBrowser`), or anyone (`findAnyone`). With a guess, each asks only the cache, where a missing
// entry counts as unknown; the first statement of the request then confirms what the cache said.

import { getConfig } from "@/lib/config";
import { explainRefusal } from "@/lib/domain/access/api-key/explain-refusal";
import { findCachedKey, findLiveKey } from "@/lib/domain/access/api-key/find-live-key";
import { type ApiKeyScope, hasScope } from "@/lib/domain/access/api-key/scope";
import type { RateLimitRule, UncountedRequest } from "@/lib/domain/access/rate-limit/request-row";
import type { Guess, TenancyContext } from "@/lib/domain/base/context";
import { findTenancy, peekTenancy } from "@/lib/domain/base/tenancy/find-tenancy";
import { isAllowedOrigin, printableOrigin } from "@/lib/domain/base/tenancy/origin";
import type { Tenancy } from "@/lib/domain/base/tenancy/tenancy";
import { ServiceError } from "@/lib/errors";
import { type Call, namesUnknownTenancy } from "@/lib/http/endpoint/call";
import { readClient } from "@/lib/http/request/client-address";
import { corsHeaders, openHeaders, unknownTenancyHeaders } from "./cors";

const contextOf = (
  { service, request, requestId }: Call,
  { tenancy, actor, guess }: Pick<TenancyContext, "tenancy" | "actor" | "guess">,
): TenancyContext =>
  // Not a spread: with properties after it, V8 (Node 20) takes seven times as long.
  Object.assign({ tenancy, actor, guess, requestId, client: readClient(request.headers) }, service);

/** The text of the API key that a request carries. */
export const bearerOf = ({ headers }: Request) =>
  /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];

type Scopes = ApiKeyScope | readonly ApiKeyScope[];

const hasScopes = (granted: readonly string[], needed: Scopes) =>
  typeof needed === "string"
    ? hasScope(granted, needed)
    : needed.every((scope) => hasScope(granted, scope));

/** Returns the message of a refused key: the same for every reason, except in local mode. */
async function refusalOf({ service, request, params }: Call, scopes: Scopes): Promise<string> {
  return getConfig().mode === "local"
    ? explainRefusal(service, {
        tenancyId: params["tenancyId"] ?? "",
        authorization: request.headers.get("authorization"),
        needed: [scopes].flat(),
      })
    : "The API key is missing, not valid here, or lacks the scope.";
}

/**
 * Authenticates a backend by its API key, which must be live, belong to the tenancy in the path and
 * have every scope.
 * @param guess if set, looks only in the cache
 * @throws Forbidden in every other case; outside local mode with the same message
 */
export async function authenticateKey(
  call: Call,
  scopes: Scopes,
  guess?: Guess,
): Promise<TenancyContext> {
  const { request, service, params } = call;
  const { tenancyId = "" } = params;
  const bearer = bearerOf(request);
  const find = guess === undefined ? findLiveKey : findCachedKey;
  const found =
    bearer === undefined || namesUnknownTenancy(call)
      ? null
      : await find(service, tenancyId, bearer);
  // A first attempt may have set the id of a cached key that is no longer valid.
  call.apiKeyId = undefined;
  if (found !== null) call.tenancyId = found.tenancy.id;
  if (found === null || !hasScopes(found.scopes, scopes))
    throw new ServiceError("@error/Forbidden", undefined, await refusalOf(call, scopes));
  const { apiKeyId: id, scopes: granted, tenancy } = found;
  call.apiKeyId = id;
  return contextOf(call, { tenancy, actor: { kind: "apiKey", id, scopes: granted }, guess });
}

/**
 * Finds the tenancy in the path. Null if it does not exist.
 * @param guess if set, looks only in the cache
 */
export async function findTenancyOf(call: Call, guess?: Guess): Promise<Tenancy | null> {
  const { tenancyId = "" } = call.params;
  if (guess !== undefined) return peekTenancy(tenancyId) ?? null;
  return namesUnknownTenancy(call) ? null : findTenancy(call.service, tenancyId);
}

/** A caller without an API key, whose request doesn't count yet. */
export interface UncountedCaller {
  ctx: TenancyContext;
  uncounted: UncountedRequest;
}

function uncountedCaller(
  call: Call,
  rule: RateLimitRule,
  found: Pick<TenancyContext, "tenancy" | "guess">,
): UncountedCaller {
  const ctx = contextOf(call, { ...found, actor: { kind: "browser" } });
  return { ctx, uncounted: { rule, address: ctx.client.address } };
}

/**
 * Checks the tenancy and the page's origin, and sets the CORS headers of all responses from here
 * on.
 * @throws InvalidTenancy · Forbidden for the origin
 */
function requireOrigin(call: Call, tenancy: Tenancy | null): asserts tenancy is Tenancy {
  const origin = call.request.headers.get("origin");
  if (tenancy === null || tenancy.suspendedAt !== null) {
    call.headers = unknownTenancyHeaders(origin);
    throw new ServiceError("@error/InvalidTenancy");
  }
  call.headers = corsHeaders(tenancy, origin);
  call.tenancyId = tenancy.id;
  if (origin !== null && !isAllowedOrigin(tenancy, origin))
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "This origin is not allowed by the tenancy.",
    ).about({ origin: printableOrigin(origin) });
}

/**
 * Admits a preflight or a call with a wrong method, without counting it against a rate limit.
 * @throws InvalidTenancy · Forbidden for the origin
 */
export async function admitPage(call: Call): Promise<void> {
  call.headers = findCachedCors(call);
  requireOrigin(call, await findTenancyOf(call));
}

/** CORS headers from the cached tenancy, for errors before the database has responded. */
function findCachedCors({ request, params }: Call): Record<string, string> {
  const cached = peekTenancy(params["tenancyId"] ?? "");
  return corsHeaders(cached, request.headers.get("origin"));
}

/**
 * Finds the tenancy of a browser's request, and checks its origin, if sent, and its client id.
 * @param guess if set, looks only in the cache
 * @throws InvalidTenancy · Forbidden for the origin or the client id
 */
export async function findBrowser(
  call: Call,
  rule: RateLimitRule,
  guess?: Guess,
): Promise<UncountedCaller> {
  call.headers = findCachedCors(call);
  const tenancy = await findTenancyOf(call, guess);
  requireOrigin(call, tenancy);
  const clientId = call.request.headers.get("x-client-id");
  if (clientId === null ? tenancy.requireClientId : clientId !== tenancy.clientId)
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "The X-CLIENT-ID is not this tenancy's client id.",
    );
  return uncountedCaller(call, rule, { tenancy, guess });
}

/**
 * Finds the tenancy of a request that any page or program may send. An unknown tenancy gets NotFound,
 * like a missing resource.
 * @param guess if set, looks only in the cache
 * @throws NotFound
 */
export async function findAnyone(
  call: Call,
  rule: RateLimitRule,
  guess?: Guess,
): Promise<UncountedCaller> {
  call.headers = openHeaders;
  const tenancy = await findTenancyOf(call, guess);
  if (tenancy === null || tenancy.suspendedAt !== null) throw new ServiceError("@error/NotFound");
  call.tenancyId = tenancy.id;
  return uncountedCaller(call, rule, { tenancy, guess });
}
