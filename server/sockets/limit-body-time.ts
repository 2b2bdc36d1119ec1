import type { IncomingMessage } from "node:http";
import { limits } from "@/lib/limits";

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Closes the connection with 408 if the request body hasn't arrived in time. Node's own limit is
 * the same for all requests, so it must allow for NDJSON, which is read with backpressure.
 */
export function limitBodyTime(request: IncomingMessage, isLines: boolean): void {
  if (!hasBody(request)) return;
  const { socket } = request;
  const closeIfIncomplete = () => {
    if (request.complete) return;
    // Skip the 408 if a response has been sent.
    if (socket.bytesWritten === written)
      socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
    socket.destroySoon();
  };
  const written = socket.bytesWritten;
  const timer = setTimeout(
    // After a pause of this process, timers run before the waiting rest of a body is read.
    () => setImmediate(closeIfIncomplete),
    isLines ? limits.requestLinesMs : limits.requestBodyMs,
  );
  timer.unref();
  request.once("close", () => clearTimeout(timer));
}
