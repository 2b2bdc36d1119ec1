import { parseUrl } from "@/lib/parse-url";
/**
 * Returns the host name from the Host header, lower case and without a port. Next's `request.url`
 * doesn't contain it.
 */
export function requestHost({ headers, url }: Request): string {
  const host = `http://${headers.get("host") ?? ""}`;
  return (parseUrl(host) ?? new URL(url)).hostname;
}
