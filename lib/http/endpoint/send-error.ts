import type { ServerResponse } from "node:http";
import type { ServiceError } from "@/lib/errors";
import { errorReply } from "@/lib/http/endpoint/respond";

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
