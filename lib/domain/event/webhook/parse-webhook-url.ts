import { getConfig, type WebhookSettings } from "@/lib/config";
import { badRequest } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { mayConnect } from "@/lib/outgoing/address-rules";
import { knownAddresses } from "@/lib/outgoing/known-addresses";
import { parseTarget, type RequestTarget } from "@/lib/outgoing/parse-target";

type UrlRules = Pick<WebhookSettings, "isLocal" | "ports" | "allowedRanges">;

const urlRules = (): UrlRules => getConfig().webhooks;

/** Whether a webhook may be on this machine, also without TLS. Only in local mode. */
export const allowsLocalUrls = (): boolean => urlRules().isLocal;

/** Returns what is wrong with the addresses of a host. Delivery checks those that need a look-up. */
function addressIssueOf(target: RequestTarget, rules: UrlRules): string | undefined {
  const addresses = knownAddresses(target.host);
  if (addresses === undefined || mayConnect(target, addresses, rules)) return undefined;
  return mayConnect({ isEncrypted: true }, addresses, rules)
    ? "must start with https:// for a public address"
    : "must not be a private address";
}

function issueOf(text: string, rules: UrlRules): string | undefined {
  const target = parseTarget(text, rules);
  if (target === "url") return "must be an absolute URL such as https://app.example.com/webhooks";
  if (new URL(text).href.length > limits.webhookUrlCharacters)
    return `must have at most ${limits.webhookUrlCharacters} characters`;
  if (target === "user") return "must not contain a user name or password";
  if (text.includes("#")) return "must not contain a fragment (#)";
  if (target === "scheme") return "must start with https://";
  if (target === "port") return `must use port ${rules.ports.join(" or ")}`;
  return addressIssueOf(target, rules);
}

/**
 * Parses the URL of a webhook. Refuses what every delivery would refuse.
 * @returns the URL in the form of the URL standard
 * @throws BadRequest (url)
 */
export function parseWebhookUrl(given: string, rules: UrlRules = urlRules()): string {
  const text = given.trim();
  const issue = issueOf(text, rules);
  if (issue !== undefined) throw badRequest("url", issue);
  return new URL(text).href;
}
