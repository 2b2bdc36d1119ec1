import type { IncomingMessage } from "node:http";
import { setHeader, stampClientAddress } from "./client-address";
import { requestIdOf } from "./request-id-of";

/**
 * Sets the headers with the client address and the request id that API and Next handlers read, and
 * returns the id.
 */
export function stampRequest(request: IncomingMessage, trustedProxyHops: number): string {
  stampClientAddress(request, trustedProxyHops);
  const header = request.headers["x-request-id"];
  const requestId = requestIdOf(Array.isArray(header) ? header[0] : header);
  setHeader(request, "x-request-id", requestId);
  return requestId;
}
