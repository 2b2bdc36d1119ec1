import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServiceError } from "@/lib/errors";
import { refusalPage } from "@/lib/hosted/refusal-page";
import { sendError } from "@/lib/http/endpoint/respond";

/**
 * Refuses a request for a page before it renders: with a page in the visitor's language if a browser
 * opens it, else with the error.
 */
export function refusePage(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  error: ServiceError<"@error/RateLimited" | "@error/Unavailable">,
  retryAfterSeconds: number,
): void {
  const retry = { "Retry-After": String(retryAfterSeconds) };
  if (!(headers.accept ?? "").includes("text/html")) return sendError(response, error, retry);
  const { headers: own, body } = refusalPage(
    error.tag === "@error/RateLimited" ? 429 : 503,
    headers["accept-language"],
  );
  response.writeHead(error.status, { ...own, ...retry, "Content-Length": body.length });
  response.end(method === "HEAD" ? undefined : body);
}
