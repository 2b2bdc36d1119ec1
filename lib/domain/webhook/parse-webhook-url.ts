import ipaddr from "ipaddr.js";
import { getConfig, type WebhookSettings } from "@/lib/config";
import { badRequest } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { parseUrl } from "@/lib/parse-url";

type UrlRules = Pick<WebhookSettings, "isLocal" | "ports">;

const httpsPort = 443;

const urlRules = (): UrlRules => {
  const { mode, webhooks } = getConfig();
  return { isLocal: mode === "local", ports: webhooks.ports };
};

const isLocalhost = (host: string) => host === "localhost" || host.endsWith(".localhost");

/** Whether a host names a private address. Delivery checks the addresses that a name resolves to. */
function isPrivate(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (isLocalhost(host)) return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() !== "unicast";
}

function issueOf(text: string, { isLocal, ports }: UrlRules): string | undefined {
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
  return isPrivate(url.hostname) ? "must not be a private address" : undefined;
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
