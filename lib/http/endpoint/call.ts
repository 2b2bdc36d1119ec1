import { idPattern } from "@/lib/contract/fields";
import { failureMetric } from "@/lib/domain/activity/failure-metric";
import { isServiceError, ServiceError, type ErrorTag } from "@/lib/errors";
import { isUnavailable } from "@/lib/platform/database";
import { requestIdOf } from "@/lib/http/router/request-id";
import { errorAnswer, JsonAnswer } from "./respond";
import type { RouteContext } from "./route-module";
import { forTenancy, getService, type RunningService } from "@/lib/service/service";
import { transportSecurityHeaders } from "@/lib/http/router/transport-security";
import { requireWellFormedText } from "./well-formed-text";

/** One request on its way through an endpoint. */
export interface Call {
  request: Request;
  /**
   * Where the path names a tenancy, within its share of the database's connections, before it is
   * known whether there is one.
   */
  service: RunningService;
  requestId: string;
  params: Record<string, string>;
  /** Once it is known that there is such a tenancy. */
  tenancyId?: string;
  /** Added to whatever is answered, errors too. */
  headers: Record<string, string>;
}

interface CalledEndpoint {
  label: string;
  errors: ReadonlySet<ErrorTag>;
  /** What to say without a database where it may not be that nothing was changed. */
  unavailable?: string | undefined;
  /**
   * The endpoint checks its path parameters itself, after it knows the caller; only the tenancy's
   * is checked before.
   */
  checksParams?: boolean;
}

async function readParams(
  { params }: RouteContext,
  { checksParams }: CalledEndpoint,
): Promise<Record<string, string>> {
  const entries = Object.entries((await params) ?? {}).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join("/") : (value ?? ""),
  ]);
  const read = Object.fromEntries(entries) as Record<string, string>;
  requireWellFormedText(checksParams === true ? { tenancyId: read["tenancyId"] } : read);
  return read;
}

/**
 * What may be told of a failure: the declared error, Unavailable, or Internal, which leaves a log
 * line.
 */
export function describeFailure(
  call: Call,
  error: unknown,
  { label, errors, unavailable }: CalledEndpoint,
): ServiceError {
  if (isServiceError(error) && errors.has(error.tag)) return error;
  if (!isServiceError(error) && isUnavailable(error))
    return new ServiceError("@error/Unavailable", undefined, unavailable);
  // Messages of database errors may quote values, so only what names the place is logged.
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

// A path segment is the caller's to choose; only what looks like an id is worth a log line.
const tenancyOf = ({ params }: Call) =>
  idPattern.test(params["tenancyId"] ?? "") ? params["tenancyId"] : undefined;

function noteFailure({ service, tenancyId }: Call, error: ServiceError): void {
  const metric = failureMetric(error);
  if (tenancyId !== undefined && metric !== undefined) service.activity.note(tenancyId, metric);
}

/** Nothing is kept by a cache unless the answer says so. */
function withHeaders(answer: Response | JsonAnswer, headers: Record<string, string>): Response {
  if (answer instanceof JsonAnswer)
    return new JsonAnswer(answer.status, answer.text, {
      "Cache-Control": "no-store",
      ...answer.headers,
      ...headers,
    }).toResponse();
  if (!answer.headers.has("Cache-Control")) answer.headers.set("Cache-Control", "no-store");
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
  return answer;
}

/**
 * Runs one request: gives it its id, turns what it throws into an answer, adds the headers that
 * every answer has, logs and measures. An error tag that the endpoint does not declare is a bug,
 * told as Internal.
 */
export async function runCall(
  request: Request,
  context: RouteContext,
  endpoint: CalledEndpoint,
  work: (call: Call) => Promise<Response | JsonAnswer>,
): Promise<Response> {
  const service = getService();
  const startedAt = performance.now();
  const call: Call = {
    request,
    service,
    requestId: requestIdOf(request.headers.get("x-request-id")),
    params: {},
    headers: {},
  };
  const route = context.route ?? endpoint.label;
  let answer: Response | JsonAnswer;
  try {
    call.params = await readParams(context, endpoint);
    const { tenancyId } = call.params;
    if (tenancyId !== undefined) call.service = forTenancy(service, tenancyId);
    answer = await work(call);
  } catch (error) {
    const told = describeFailure(call, error, { ...endpoint, label: route });
    noteFailure(call, told);
    answer = errorAnswer(told);
  }
  const response = withHeaders(answer, {
    "X-Request-Id": call.requestId,
    ...transportSecurityHeaders(),
    ...call.headers,
  });
  const ms = performance.now() - startedAt;
  const { status } = response;
  service.metrics.observeRequest({ method: request.method, route, status }, ms / 1_000);
  service.log.info({
    requestId: call.requestId,
    tenancy: tenancyOf(call),
    method: request.method,
    route,
    status,
    ms: Math.round(ms * 10) / 10,
  });
  return response;
}
