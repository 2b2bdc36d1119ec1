// Runs one request: creates its `Call`, finds its budget, does the work, and turns the outcome into a
// response that is logged, measured and traced. The budget is the key of the connections and turns that
// the call shares with others: normally its tenancy.
import { badRequest, type ServiceError } from "@/lib/errors";
import { requestIdOf } from "@/lib/http/request/request-id-of";
import { transportSecurityHeaders } from "@/lib/http/request/transport-security-headers";
import { describeFailure } from "@/lib/platform/describe-failure";
import {
  getService,
  type RunningService,
  unknownTenancies,
  withShareOf,
} from "@/lib/service/service";
import { type Call, type CalledEndpoint, reportCall, reportRefusal } from "./report-call";
import { takeRequestTurn } from "./request-turns";
import { errorReply, JsonReply } from "./respond";
import type { RouteContext } from "./route-module";
import { traceCall } from "./trace-call";
import { requireWellFormedText } from "./well-formed-text";

/** Whether a `%` in the path starts no UTF-8. The router replaces such a segment with U+0000. */
function hasBadEscape({ url }: Request): boolean {
  try {
    decodeURIComponent(new URL(url).pathname);
    return false;
  } catch {
    return true;
  }
}

/**
 * Reads the path parameters as text.
 * @param onlyTenancyId whether to check only the tenancy id, because the endpoint checks the others
 * @throws BadRequest for a parameter that isn't well-formed text
 */
async function readPathParams(
  request: Request,
  { params }: RouteContext,
  onlyTenancyId: boolean,
): Promise<Record<string, string>> {
  const entries = Object.entries((await params) ?? {}).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join("/") : (value ?? ""),
  ]);
  const read = Object.fromEntries(entries) as Record<string, string>;
  const checked = onlyTenancyId ? { tenancyId: read["tenancyId"] } : read;
  const replaced = Object.entries(checked).find(([, value]) => value === "\u0000");
  if (replaced !== undefined && hasBadEscape(request))
    throw badRequest(replaced[0], "has a bad escape: a % must start the UTF-8 of a character");
  requireWellFormedText(checked);
  return read;
}

export type { Call, CalledEndpoint };

export type Reply = Response | JsonReply;

type Work = (call: Call) => Promise<Reply>;

const createCall = (request: Request, { label }: CalledEndpoint): Call => ({
  request,
  service: getService(),
  budget: label,
  requestId: requestIdOf(request.headers.get("x-request-id")),
  params: {},
  headers: {},
});

/** Whether the path names a tenancy that doesn't exist. No further statement looks for it. */
export const namesUnknownTenancy = ({ budget }: Pick<Call, "budget">): boolean =>
  budget === unknownTenancies;

/** Finds the budget of a call. All ids that no tenancy has share one. */
async function budgetOf({ knownTenancies }: RunningService, tenancyId: string): Promise<string> {
  const isKnown = knownTenancies.has(tenancyId) || (await knownTenancies.find(tenancyId));
  return isKnown ? tenancyId : unknownTenancies;
}

/** Reads the path and finds the call's budget, which limits the work from here on. */
async function runWithinBudget(
  call: Call,
  context: RouteContext,
  { checksParams }: CalledEndpoint,
  work: Work,
): Promise<Reply> {
  call.params = await readPathParams(call.request, context, checksParams === true);
  const { tenancyId } = call.params;
  if (tenancyId !== undefined) call.budget = await budgetOf(call.service, tenancyId);
  call.service = withShareOf(call.service, call.budget);
  // Made-up ids share one set of turns, so a flood of them can't crowd tenancies out.
  return namesUnknownTenancy(call)
    ? takeRequestTurn(call.budget, () => work(call), call.service.requestWaitMs)
    : work(call);
}

/** Maps a thrown value to the error that the caller of the endpoint sees. */
export const failureOf = (
  { service, requestId }: Call,
  error: unknown,
  { label: route, errors, unavailable }: CalledEndpoint,
): ServiceError => describeFailure(service.log, error, { requestId, route, errors, unavailable });

/** Adds the headers, and `no-store` unless the response sets Cache-Control. */
function withHeaders(reply: Reply, headers: Record<string, string>): Response {
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

interface Outcome {
  reply: Reply;
  failure?: ServiceError;
}

/** Runs the work, and turns a thrown error into its response. */
async function settle(
  call: Call,
  context: RouteContext,
  endpoint: CalledEndpoint,
  work: Work,
): Promise<Outcome> {
  try {
    return { reply: await runWithinBudget(call, context, endpoint, work) };
  } catch (error) {
    const label = context.route ?? endpoint.label;
    // Every call reads its path, so every call can refuse it.
    const errors = new Set([...endpoint.errors, "@error/BadRequest" as const]);
    const failure = failureOf(call, error, { ...endpoint, errors, label });
    reportRefusal(call, endpoint, failure);
    return { reply: errorReply(failure), failure };
  }
}

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
  traceCall({ request, template: context.route, label: endpoint.label }, async (span) => {
    const startedAt = performance.now();
    const call = createCall(request, endpoint);
    const { reply, failure } = await settle(call, context, endpoint, work);
    const response = withHeaders(reply, {
      "X-Request-Id": call.requestId,
      ...transportSecurityHeaders(),
      ...call.headers,
    });
    reportCall(call, span, {
      route: context.route ?? endpoint.label,
      status: response.status,
      ms: performance.now() - startedAt,
      failure,
    });
    return response;
  });
