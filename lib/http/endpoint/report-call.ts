import { z } from "zod";
import { idPattern } from "@/lib/contract/fields";
import type { TimelineKind } from "@/lib/domain/base/timeline-event";
import { noteRefusal } from "@/lib/domain/record/counter/note-refusal";
import type { ErrorTag, ServiceError } from "@/lib/errors";
import { readClient } from "@/lib/http/request/client-address";
import type { Span } from "@/lib/platform/tracing/tracer";
import type { RunningService } from "@/lib/service/service";
import type { Auth } from "./declaration";
import { traceReply } from "./trace-call";

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

export interface CalledEndpoint {
  label: string;
  auth?: Auth;
  errors: ReadonlySet<ErrorTag>;
  /** Of the body, the query and the path. */
  input?: readonly z.ZodType[];
  /** Message of Unavailable for endpoints that can't promise that nothing was changed. */
  unavailable?: string | undefined;
  /**
   * The endpoint checks its path parameters itself, after authentication. Only the tenancy id is
   * checked before.
   */
  checksParams?: boolean;
}

/** Of a path that goes through a schema that contains itself. */
const maxLevels = 8;

/** The schemas of what is inside a level, without what wraps them. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodPipe)
    return unwrap(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(unwrap);
  if (schema instanceof z.ZodLazy) return unwrap(schema.unwrap());
  if ("innerType" in schema._zod.def) return unwrap(schema._zod.def.innerType as z.core.$ZodType);
  return [schema];
}

/** The schemas of a field, or of an array's entries; none if the schema doesn't name the key. */
const fieldOf = (schemas: readonly z.core.$ZodType[], key: string): z.core.$ZodType[] =>
  schemas.flatMap(unwrap).flatMap((schema) => {
    if (schema instanceof z.ZodObject && Object.hasOwn(schema.shape, key))
      return [schema.shape[key] as z.core.$ZodType];
    return schema instanceof z.ZodArray && /^\d{1,6}$/.test(key) ? [schema.element] : [];
  });

/** The part of a path that the schemas name. Keys that only the sender knows end it. */
function knownPath(input: readonly z.ZodType[], path: string): string {
  const known: string[] = [];
  let schemas: readonly z.core.$ZodType[] = input;
  for (const key of path.split(".", maxLevels)) {
    schemas = fieldOf(schemas, key);
    if (schemas.length === 0) break;
    known.push(key);
  }
  return known.join(".");
}

/**
 * Returns the first field that a BadRequest names. Callers choose the names of unknown fields, so only
 * what the endpoint's schemas name is returned, and never a value.
 * @param input the schemas of the body, the query and the path
 */
export function refusedField(
  input: readonly z.ZodType[],
  { extra }: ServiceError,
): string | undefined {
  const issues = "issues" in extra ? extra.issues : [];
  return issues.map(({ path }) => knownPath(input, path)).find((path) => path !== "");
}

/** The kind of timeline event for a refused request, by the endpoint's operation. */
export const refusedKinds: Readonly<Record<string, TimelineKind | undefined>> = {
  authorizeRegistration: "registration.refused",
  prepareRegistration: "registration.refused",
  createRegistrationOptions: "registration.refused",
  verifyRegistration: "registration.refused",
  authorizeAuthentication: "sign-in.refused",
  prepareAuthentication: "sign-in.refused",
  createAuthenticationOptions: "sign-in.refused",
  verifyAuthentication: "sign-in.refused",
  createChallenge: "code.refused",
  verifyChallenge: "code.refused",
  "hosted-passkey-options": "sign-in.refused",
  "hosted-passkey-sign-in": "sign-in.refused",
  "hosted-send-code": "code.refused",
  "hosted-check-code": "code.refused",
  "hosted-new-passkey-options": "registration.refused",
  "hosted-new-passkey": "registration.refused",
  "hosted-decline-device-passkey": "sign-in.refused",
  "hosted-without-passkey": "sign-in.refused",
  "account-passkey-options": "sign-in.refused",
  "account-passkey-sign-in": "sign-in.refused",
  "account-confirm": "sign-in.refused",
  "account-send-code": "code.refused",
  "account-check-code": "code.refused",
  "account-send-proof": "code.refused",
  "account-check-proof": "code.refused",
  "account-send-email-code": "code.refused",
  "account-check-email-code": "code.refused",
  "account-new-passkey-options": "registration.refused",
  "account-new-passkey": "registration.refused",
};

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
