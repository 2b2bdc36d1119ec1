import type { IncomingMessage } from "node:http";
import { setHeader, stampClientAddress } from "./client-address";
import { requestIdOf } from "./request-id-of";

/**
 * Overwrites the header with the client's address, and keeps a well-formed X-Request-Id or sets a new
 * one. API and Next handlers read both. @returns the request id
 */
export function stampRequest(request: IncomingMessage, trustedProxyHops: number): string {
  stampClientAddress(request, trustedProxyHops);
  const header = request.headers["x-request-id"];
  const requestId = requestIdOf(Array.isArray(header) ? header[0] : header);
  setHeader(request, "x-request-id", requestId);
  return requestId;
}
