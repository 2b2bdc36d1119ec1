import { idPattern } from "@/lib/contract/fields";
import { noteRefusal } from "@/lib/domain/counter/note-refusal";
import { badRequest, type ErrorTag, isServiceError, ServiceError } from "@/lib/errors";
import { readClient } from "@/lib/http/request/client-address";
import { requestIdOf } from "@/lib/http/request/request-id-of";
import { transportSecurityHeaders } from "@/lib/http/request/transport-security-headers";
import { isUnavailable, unknownOutcome } from "@/lib/platform/database";
import type { Span } from "@/lib/platform/tracing/tracer";
import {
  getService,
  type RunningService,
  unknownTenancies,
  withShareOf,
} from "@/lib/service/service";
import type { Auth } from "./declaration";
import { refusedKinds } from "./refused-kinds";
import { takeRequestTurn } from "./request-turns";
import { errorReply, JsonReply } from "./respond";
import type { RouteContext } from "./route-module";
import { traceCall, traceReply } from "./trace-call";
import { requireWellFormedText } from "./well-formed-text";

/** One request while an endpoint handles it. */
export interface Call {
  request: Request;
  /** Limited to the share of database connections that belongs to `budget`. */
  service: RunningService;
  /**
   * The key of the call's turns and connections: the tenancy in the path, one key for all tenancies
   * that don't exist, or the endpoint if its path has no tenancy.
   */
  budget: string;
  requestId: string;
  params: Record<string, string>;
  /** Set once the tenancy is known to exist. */
  tenancyId?: string;
  /** The API key that authenticated the request. */
  apiKeyId?: string | undefined;
  /** Added to every response, errors included. */
  headers: Record<string, string>;
}

interface CalledEndpoint {
  label: string;
  auth?: Auth;
  errors: ReadonlySet<ErrorTag>;
  /** Message of Unavailable for endpoints that can't promise that nothing was changed. */
  unavailable?: string | undefined;
  /**
   * The endpoint checks its path parameters itself, after authentication. Only the tenancy id is
   * checked before.
   */
  checksParams?: boolean;
}

/** Whether a `%` in the path starts no UTF-8. The router replaces such a segment with U+0000. */
function hasBadEscape({ url }: Request): boolean {
  try {
    decodeURIComponent(new URL(url).pathname);
    return false;
  } catch {
    return true;
  }
}

async function readParams(
  request: Request,
  { params }: RouteContext,
  { checksParams }: CalledEndpoint,
): Promise<Record<string, string>> {
  const entries = Object.entries((await params) ?? {}).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join("/") : (value ?? ""),
  ]);
  const read = Object.fromEntries(entries) as Record<string, string>;
  const checked = checksParams === true ? { tenancyId: read["tenancyId"] } : read;
  const replaced = Object.entries(checked).find(([, value]) => value === "\u0000");
  if (replaced !== undefined && hasBadEscape(request))
    throw badRequest(replaced[0], "has a bad escape: a % must start the UTF-8 of a character");
  requireWellFormedText(checked);
  return read;
}

/**
 * Maps a thrown value to the error that the caller sees: a declared error as it is, Unavailable, or
 * Internal, which is logged.
 */
export function describeFailure(
  call: Call,
  error: unknown,
  { label, errors, unavailable }: CalledEndpoint,
): ServiceError {
  if (isServiceError(error) && errors.has(error.tag)) return error;
  if (!isServiceError(error) && isUnavailable(error))
    return new ServiceError("@error/Unavailable", undefined, unavailable ?? unknownOutcome(error));
  // Messages of database errors can quote values, so log only the name and the stack frames.
  const { name, stack } =
    error instanceof Error ? error : new Error("a value that is no error was thrown");
  const frames = stack
    ?.split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8);
  const tag = isServiceError(error) ? error.tag : undefined;
  call.service.log.error(
    { requestId: call.requestId, route: label, name, tag, frames },
    "internal error",
  );
  return new ServiceError("@error/Internal", { requestId: call.requestId });
}

/** Finds the budget of a call before its first statement. Made-up tenancy ids share one. */
async function budgetOf({ knownTenancies }: RunningService, tenancyId: string): Promise<string> {
  const isKnown = knownTenancies.has(tenancyId) || (await knownTenancies.find(tenancyId));
  return isKnown ? tenancyId : unknownTenancies;
}

/** Whether the path names a tenancy that doesn't exist. No further statement looks for it. */
export const namesUnknownTenancy = ({ budget }: Pick<Call, "budget">): boolean =>
  budget === unknownTenancies;

// Callers choose the path, so log a tenancy id only if it is well formed.
const tenancyOf = ({ params }: Call) =>
  idPattern.test(params["tenancyId"] ?? "") ? params["tenancyId"] : undefined;

/** Counts a refused request, and adds it to the timeline. */
function recordFailure(call: Call, { label, auth }: CalledEndpoint, error: ServiceError): void {
  const { request, requestId, service, tenancyId } = call;
  if (tenancyId === undefined) return;
  const { activity, clock, createId, timeline } = service;
  const visitor =
    auth === "apiKey"
      ? {}
      : ({ actor: { kind: "browser" }, client: readClient(request.headers) } as const);
  noteRefusal(
    { tenancy: { id: tenancyId }, requestId, activity, clock, createId, timeline, ...visitor },
    refusedKinds[label] ?? "request.refused",
    error,
  );
}

/** Adds the headers, and `no-store` unless the response sets Cache-Control. */
function withHeaders(reply: Response | JsonReply, headers: Record<string, string>): Response {
  if (reply instanceof JsonReply)
    return new JsonReply(reply.status, reply.text, {
      "Cache-Control": "no-store",
      ...reply.headers,
      ...headers,
    }).toResponse();
  if (!reply.headers.has("Cache-Control")) reply.headers.set("Cache-Control", "no-store");
  for (const [name, value] of Object.entries(headers)) reply.headers.set(name, value);
  return reply;
}

type Work = (call: Call) => Promise<Response | JsonReply>;

/**
 * Runs one request: assigns its id, maps thrown errors to responses, adds the common headers, logs,
 * measures and traces. An error tag that the endpoint doesn't declare is a bug and becomes Internal.
 */
export const runCall = (
  request: Request,
  context: RouteContext,
  endpoint: CalledEndpoint,
  work: Work,
): Promise<Response> =>
  traceCall({ request, template: context.route, label: endpoint.label }, (span) =>
    respond(request, context, endpoint, work, span),
  );

async function respond(
  request: Request,
  context: RouteContext,
  endpoint: CalledEndpoint,
  work: Work,
  span: Span | undefined,
): Promise<Response> {
  const service = getService();
  const startedAt = performance.now();
  const call: Call = {
    request,
    service,
    budget: endpoint.label,
    requestId: requestIdOf(request.headers.get("x-request-id")),
    params: {},
    headers: {},
  };
  const route = context.route ?? endpoint.label;
  let reply: Response | JsonReply;
  let failure: ServiceError | undefined;
  try {
    call.params = await readParams(request, context, endpoint);
    const { tenancyId } = call.params;
    if (tenancyId !== undefined) call.budget = await budgetOf(service, tenancyId);
    call.service = withShareOf(service, call.budget);
    // A refusal is cheap, but a flood of them is not.
    reply = await (namesUnknownTenancy(call)
      ? takeRequestTurn(call.budget, () => work(call), service.requestWaitMs)
      : work(call));
  } catch (error) {
    failure = describeFailure(call, error, { ...endpoint, label: route });
    recordFailure(call, endpoint, failure);
    reply = errorReply(failure);
  }
  const response = withHeaders(reply, {
    "X-Request-Id": call.requestId,
    ...transportSecurityHeaders(),
    ...call.headers,
  });
  const { tenancyId, apiKeyId } = call;
  if (tenancyId !== undefined && apiKeyId !== undefined)
    service.activity.noteKeyUse(tenancyId, apiKeyId);
  const ms = performance.now() - startedAt;
  const { status } = response;
  service.metrics.observeRequest({ method: request.method, route, status }, ms / 1_000);
  const tenancy = tenancyOf(call);
  traceReply(span, { status, requestId: call.requestId, tenancyId: tenancy, failure });
  service.log.info({
    requestId: call.requestId,
    tenancy,
    method: request.method,
    route,
    status,
    ms: Math.round(ms * 10) / 10,
    origin: failure?.subject.origin,
  });
  return response;
}
