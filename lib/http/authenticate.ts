import { limits } from "@/lib/config";
import { findLiveKey } from "@/lib/domain/api-key/find-live-key";
import { hasScope, type ApiKeyScope } from "@/lib/domain/api-key/scope";
import type { ClientInfo, TenancyContext } from "@/lib/domain/context";
import { isAllowedOrigin } from "@/lib/domain/tenancy/origin";
import { findTenancy } from "@/lib/domain/tenancy/find-tenancy";
import { ServiceError } from "@/lib/errors";
import type { Call } from "./call";
import { readClientAddress } from "./client-address";
import { corsHeaders, recallOrigins, rememberOrigins } from "./cors";

function clientOf({ headers }: Request): ClientInfo {
  return {
    address: readClientAddress(headers),
    userAgent: headers.get("user-agent")?.slice(0, limits.userAgentCharacters),
    origin: headers.get("origin") ?? undefined,
  };
}

/**
 * A backend by its API key: live, of this very tenancy, with the scope. Every other case gets one and the same answer.
 * @throws Forbidden
 */
export async function authenticateKey({ request, service, params, requestId }: Call, scope: ApiKeyScope): Promise<TenancyContext> {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const live = bearer === undefined ? null : await findLiveKey(service, params["tenancyId"] ?? "", bearer);
  if (live === null || !hasScope(live.scopes, scope)) throw new ServiceError("@error/Forbidden", undefined, "The API key is missing, not valid here, or lacks the scope.");
  return { ...service, tenancy: live.tenancy, actor: { kind: "apiKey", id: live.apiKeyId }, requestId, client: clientOf(request) };
}

/**
 * A browser of a live tenancy, on an allowed origin where it names one. From here on every answer can be read there.
 * @throws InvalidTenancy · Forbidden for the origin or the client id
 */
export async function admitBrowser(call: Call): Promise<TenancyContext> {
  const { request, service, requestId } = call;
  const tenancyId = call.params["tenancyId"] ?? "";
  const origin = request.headers.get("origin");
  call.headers = { ...call.headers, ...corsHeaders(recallOrigins(tenancyId), origin) };
  const tenancy = await findTenancy(service, tenancyId);
  call.headers = corsHeaders(tenancy ?? undefined, origin);
  if (tenancy !== null) rememberOrigins(tenancyId, tenancy);
  if (tenancy === null || tenancy.suspendedAt !== null) throw new ServiceError("@error/InvalidTenancy");
  if (origin !== null && !isAllowedOrigin(tenancy, origin)) throw new ServiceError("@error/Forbidden", undefined, "This origin is not allowed by the tenancy.");
  return { ...service, tenancy, actor: { kind: "browser" }, requestId, client: clientOf(request) };
}

/** @throws Forbidden when the client id is another's, or missing where the tenancy asks for one */
export function requireClientId({ request }: Call, { tenancy }: TenancyContext): void {
  const clientId = request.headers.get("x-client-id");
  if (clientId === null ? tenancy.requireClientId : clientId !== tenancy.clientId)
    throw new ServiceError("@error/Forbidden", undefined, "The X-CLIENT-ID is not this tenancy's client id.");
}
