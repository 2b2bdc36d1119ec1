import type { ServiceError } from "@/lib/errors";

/** JSON with exactly `application/json`: deployed clients compare the whole string. */
export function jsonResponse(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json", "X-Content-Type-Options": "nosniff", ...headers },
  });
}

const unavailableRetrySeconds = 2;

function retryAfter(error: ServiceError): Record<string, string> {
  if ("retryAfterSeconds" in error.extra) return { "Retry-After": String(error.extra.retryAfterSeconds) };
  return error.tag === "@error/Unavailable" ? { "Retry-After": String(unavailableRetrySeconds) } : {};
}

/** The one place where an error becomes an answer. */
export function errorResponse(error: ServiceError, headers: Record<string, string> = {}): Response {
  return jsonResponse(error.status, { _tag: error.tag, message: error.message, ...error.extra }, { ...retryAfter(error), ...headers });
}
