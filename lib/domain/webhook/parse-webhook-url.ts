import ipaddr from "ipaddr.js";
import { getConfig, type WebhookSettings } from "@/lib/config";
import { badRequest } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { parseUrl } from "@/lib/parse-url";

type UrlRules = Pick<WebhookSettings, "isLocal" | "ports" | "allowedRanges">;

const httpsPort = 443;

const urlRules = (): UrlRules => getConfig().webhooks;

const isLocalhost = (host: string) => host === "localhost" || host.endsWith(".localhost");

/** Whether a host is a refused address. Delivery checks the addresses that a name resolves to. */
function isRefused(hostname: string, allowedRanges: readonly string[]): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (isLocalhost(host)) return true;
  if (!ipaddr.isValid(host)) return false;
  const address = ipaddr.process(host);
  const isAllowed = allowedRanges
    .map((range) => ipaddr.parseCIDR(range))
    .some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));
  return address.range() !== "unicast" && !isAllowed;
}

function issueOf(text: string, { isLocal, ports, allowedRanges }: UrlRules): string | undefined {
  const url = parseUrl(text);
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return "must be an absolute URL such as https://app.example.com/webhooks";
  if (url.href.length > limits.webhookUrlCharacters)
    return `must have at most ${limits.webhookUrlCharacters} characters`;
  if (url.username !== "" || url.password !== "") return "must not contain a user name or password";
  if (text.includes("#")) return "must not contain a fragment (#)";
  if (isLocal) return undefined;
  if (url.protocol !== "https:") return "must start with https://";
  if (!ports.includes(url.port === "" ? httpsPort : Number(url.port)))
    return `must use port ${ports.join(" or ")}`;
  return isRefused(url.hostname, allowedRanges) ? "must not be a private address" : undefined;
}

/**
 * Parses the URL of a webhook.
 * @returns the URL in the form of the URL standard
 * @throws BadRequest (url)
 */
export function parseWebhookUrl(given: string, rules: UrlRules = urlRules()): string {
  const text = given.trim();
  const issue = issueOf(text, rules);
  if (issue !== undefined) throw badRequest("url", issue);
  return new URL(text).href;
}
