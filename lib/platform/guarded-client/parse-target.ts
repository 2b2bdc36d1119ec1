import type { WebhookSettings } from "@/lib/config";
import { parseUrl } from "@/lib/parse-url";

/** Where a request goes, in parts that need no further parsing. */
export interface RequestTarget {
  isEncrypted: boolean;
  /** An IP address, or a name in lower-case ASCII without a final dot. */
  host: string;
  port: number;
  /** Value of the header `Host`, without that dot. */
  authority: string;
  /** Path and query. */
  path: string;
}

/**
 * Parses a URL and checks its scheme, port and user. `URL` turns every spelling of an IPv4 address
 * into four decimal numbers, so that the host is either an address or no address at all.
 * @returns undefined if the installation sends nothing to such a URL
 */
export function parseTarget(text: string, settings: WebhookSettings): RequestTarget | undefined {
  const url = parseUrl(text);
  if (url === undefined || url.username + url.password !== "") return undefined;
  const isEncrypted = url.protocol === "https:";
  if (!isEncrypted && !(settings.isLocal && url.protocol === "http:")) return undefined;
  const port = url.port === "" ? (isEncrypted ? 443 : 80) : Number(url.port);
  if (!settings.isLocal && !settings.ports.includes(port)) return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const authority = url.host.replace(/\.(?=(:\d+)?$)/, "");
  return { isEncrypted, host, port, authority, path: url.pathname + url.search };
}
