import type { ServerResponse } from "node:http";
import type { ServiceError } from "@/lib/errors";

/**
 * A JSON response before it becomes a `Response`. Its headers are a plain object, because adding
 * them to a `Response` parses and validates them again on each request.
 */
export class JsonReply {
  constructor(
    readonly status: number,
    readonly text: string,
    readonly headers: Record<string, string>,
  ) {}

  toResponse(): Response {
    return new Response(this.text, { status: this.status, headers: this.headers });
  }
}

/** Creates a reply of JSON text. Content-Type is exactly `application/json`: deployed clients compare
 * the whole string. */
export const textReply = (status: number, text: string, headers: Record<string, string> = {}) =>
  new JsonReply(status, text, {
    "Content-Type": "application/json",
    "X-Content-Type-Options": "nosniff",
    ...headers,
  });

export const jsonReply = (status: number, body: unknown, headers?: Record<string, string>) =>
  textReply(status, JSON.stringify(body), headers);

const unavailableRetrySeconds = 2;

function retryAfter(error: ServiceError): Record<string, string> {
  if ("retryAfterSeconds" in error.extra)
    return { "Retry-After": String(error.extra.retryAfterSeconds) };
  return error.tag === "@error/Unavailable"
    ? { "Retry-After": String(unavailableRetrySeconds) }
    : {};
}

/** Creates the response for an error. The only place that does. */
export function errorReply(error: ServiceError, headers: Record<string, string> = {}): JsonReply {
  return jsonReply(
    error.status,
    { _tag: error.tag, message: error.message, ...error.extra },
    { ...retryAfter(error), ...headers },
  );
}

/** Sends an error for a request that reaches no handler. */
export function sendError(
  response: ServerResponse,
  error: ServiceError,
  headers: Record<string, string> = {},
): void {
  const {
    status,
    text,
    headers: all,
  } = errorReply(error, { "Cache-Control": "no-store", ...headers });
  response.writeHead(status, all).end(text);
}
