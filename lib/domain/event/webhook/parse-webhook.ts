import { getConfig, type WebhookSettings } from "@/lib/config";
import type { AuditAction } from "@/lib/domain/record/audit/audit-actions";
import { auditActions } from "@/lib/domain/record/audit/audit-actions";
import { badRequest, badRequestOf } from "@/lib/errors";
import { findSimilarName } from "@/lib/find-similar-name";
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

const isEventType = (type: string): type is AuditAction =>
  (auditActions as readonly string[]).includes(type);

/**
 * Parses the event types of a webhook.
 * @param given null: the default types
 * @returns the types without repetition, in the order of `auditActions`; none for the default types
 * @throws BadRequest naming each unknown type, and an empty list
 */
export function parseEventTypes(given: readonly string[] | null): string[] {
  if (given === null) return [];
  if (given.length === 0)
    throw badRequestOf([{ path: "types", message: "Choose at least one type" }]);
  const unknown = given.flatMap((type, index) =>
    isEventType(type) ? [] : [{ path: `types.${index}`, message: unknownType(type) }],
  );
  if (unknown.length > 0)
    throw badRequestOf([
      ...unknown,
      { path: "types", message: `may be ${auditActions.join(", ")}` },
    ]);
  return auditActions.filter((type) => given.includes(type));
}

function unknownType(type: string): string {
  const similar = findSimilarName(type, auditActions);
  return `is no event type${similar === undefined ? "" : `. Did you mean ${similar}?`}`;
}
