import type { IncomingMessage } from "node:http";
import { limits } from "@/lib/limits";

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Cuts off a request whose body has not arrived in time, as Node does. Node has one limit for all
 * requests, and that has to suit a body of lines, which arrives no faster than it is worked on.
 */
export function limitBodyTime(request: IncomingMessage, ofLines: boolean): void {
  if (!hasBody(request)) return;
  const { socket } = request;
  const cutOff = () => {
    if (request.complete) return;
    // Whoever was answered already gets no second answer.
    if (socket.bytesWritten === written)
      socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
    socket.destroySoon();
  };
  const written = socket.bytesWritten;
  const timer = setTimeout(cutOff, ofLines ? limits.requestLinesMs : limits.requestBodyMs);
  timer.unref();
  request.once("close", () => clearTimeout(timer));
}
