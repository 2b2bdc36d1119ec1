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

/** Why the installation sends nothing to a URL. `url`: it is no absolute http or https URL. */
type TargetRefusal = "url" | "user" | "scheme" | "port";

/**
 * Parses a URL and checks its user, scheme and port. `URL` turns every spelling of an IPv4 address
 * into four decimal numbers, so that the host is either an address or no address at all.
 */
export function parseTarget(
  text: string,
  settings: Pick<WebhookSettings, "isLocal" | "ports">,
): RequestTarget | TargetRefusal {
  const url = parseUrl(text);
  if (url === undefined || !/^https?:$/.test(url.protocol)) return "url";
  if (url.username + url.password !== "") return "user";
  const isEncrypted = url.protocol === "https:";
  if (!isEncrypted && !settings.isLocal) return "scheme";
  const port = url.port === "" ? (isEncrypted ? 443 : 80) : Number(url.port);
  if (!settings.isLocal && !settings.ports.includes(port)) return "port";
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const authority = url.host.replace(/\.(?=(:\d+)?$)/, "");
  return { isEncrypted, host, port, authority, path: url.pathname + url.search };
}
