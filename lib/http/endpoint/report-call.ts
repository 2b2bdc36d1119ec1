import { idPattern } from "@/lib/contract/fields";
import { noteRefusal } from "@/lib/domain/record/counter/note-refusal";
import type { ServiceError } from "@/lib/errors";
import { readClient } from "@/lib/http/request/client-address";
import type { Span } from "@/lib/platform/tracing/tracer";
import type { Call, CalledEndpoint } from "./call-types";
import { refusedField } from "./refused-field";
import { refusedKinds } from "./refused-kinds";
import { traceReply } from "./trace-call";

/** Counts a refused request, and adds it to the timeline with its endpoint and the refused field. */
export function reportRefusal(
  call: Call,
  { label, auth, input = [] }: CalledEndpoint,
  error: ServiceError,
): void {
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
    error.about({ operation: label, field: refusedField(input, error) }),
  );
}

// Callers choose the path, so report a tenancy id only if it is well formed.
const loggedTenancyId = ({ params }: Call) =>
  idPattern.test(params["tenancyId"] ?? "") ? params["tenancyId"] : undefined;

interface EndedCall {
  route: string;
  status: number;
  ms: number;
  failure: ServiceError | undefined;
}

/** Counts, measures, traces and logs a call that has its response. */
export function reportCall(
  call: Call,
  span: Span | undefined,
  { route, status, ms, failure }: EndedCall,
): void {
  const { request, requestId, service, tenancyId, apiKeyId } = call;
  const { method } = request;
  const tenancy = loggedTenancyId(call);
  if (tenancyId !== undefined && apiKeyId !== undefined)
    service.activity.noteKeyUse(tenancyId, apiKeyId);
  service.metrics.observeRequest({ method, route, status }, ms / 1_000);
  traceReply(span, { status, requestId, tenancyId: tenancy, failure });
  service.log.info({
    requestId,
    tenancy,
    method,
    route,
    status,
    ms: Math.round(ms * 10) / 10,
    origin: failure?.subject.origin,
  });
}
