import { toJsonText } from "@/lib/contract/known-json";
import type { ServiceError } from "@/lib/errors";

/**
 * JSON on its way to be a Response. Headers added to that would be parsed and checked on each
 * request; here they are words.
 */
export class JsonAnswer {
  constructor(
    readonly status: number,
    readonly text: string,
    readonly headers: Record<string, string>,
  ) {}

  toResponse(): Response {
    return new Response(this.text, { status: this.status, headers: this.headers });
  }
}

/** JSON with exactly `application/json`: deployed clients compare the whole string. */
export const jsonAnswer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new JsonAnswer(status, toJsonText(body), {
    "Content-Type": "application/json",
    "X-Content-Type-Options": "nosniff",
    ...headers,
  });

const unavailableRetrySeconds = 2;

function retryAfter(error: ServiceError): Record<string, string> {
  if ("retryAfterSeconds" in error.extra)
    return { "Retry-After": String(error.extra.retryAfterSeconds) };
  return error.tag === "@error/Unavailable"
    ? { "Retry-After": String(unavailableRetrySeconds) }
    : {};
}

/** The one place where an error becomes an answer. */
export function errorAnswer(error: ServiceError, headers: Record<string, string> = {}): JsonAnswer {
  return jsonAnswer(
    error.status,
    { _tag: error.tag, message: error.message, ...error.extra },
    { ...retryAfter(error), ...headers },
  );
}
