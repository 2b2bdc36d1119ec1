import type { IncomingMessage } from "node:http";
import { parseUrl } from "@/lib/parse-url";

/**
 * Returns the host name from the Host header, lower case and without a port. Next's `request.url`
 * doesn't contain it.
 */
export function requestHost({ headers, url }: Request): string {
  const host = `http://${headers.get("host") ?? ""}`;
  return (parseUrl(host) ?? new URL(url)).hostname;
}

/** Whether a request has more than one Host line (RFC 9112 §3.2). Node keeps the first. */
export function hasSeveralHosts({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): boolean {
  const isHost = (text: string, index: number) =>
    index % 2 === 0 && text.length === 4 && text.toLowerCase() === "host";
  return rawHeaders.filter(isHost).length > 1;
}
