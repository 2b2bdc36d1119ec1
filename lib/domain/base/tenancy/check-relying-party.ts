import { getDomain, getPublicSuffix } from "tldts";
import { badRequestOf, type Issue } from "@/lib/errors";
import { parseUrl } from "@/lib/parse-url";
import { isAppOrigin, issueOfAppOrigin } from "./origin";

const domainName =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const isLocalhost = (host: string) => host === "localhost" || host.endsWith(".localhost");

/** Whether a page on the host may use the rpId: the host equals it or is a subdomain of it. */
export const covers = (rpId: string, host: string): boolean =>
  host === rpId || host.endsWith(`.${rpId}`);

function issueOfRpId(rpId: string): string | undefined {
  if (rpId === "") return "Enter your site’s domain, such as example.com";
  if (!domainName.test(rpId)) return `${rpId} is not a lower-case domain name`;
  if (isLocalhost(rpId)) return undefined;
  const registrable = getDomain(rpId, { allowPrivateDomains: true }) !== null;
  return registrable && getPublicSuffix(rpId, { allowPrivateDomains: true }) !== rpId
    ? undefined
    : `${rpId} is a public suffix: anyone can register a domain below it. Enter your own domain, such as example.${rpId}`;
}

/** Checks an allowed origin: https, http on localhost, or an app's origin. */
function issueOfOrigin(origin: string, rpIds: string[]): string | undefined {
  if (origin === "") return "Enter the site’s address, such as https://app.example.com";
  if (isAppOrigin(origin)) return issueOfAppOrigin(origin);
  if (origin.includes("*")) return "Origins are compared exactly. Enter each one, without a *";
  const url = parseUrl(origin);
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.origin !== origin)
    return `${origin} is not an origin such as https://app.example.com`;
  if (url.protocol === "http:" && !isLocalhost(url.hostname))
    return `${origin} must start with https://. Only localhost can use http://`;
  return rpIds.some((rpId) => covers(rpId, url.hostname))
    ? undefined
    : `${origin} can’t use these passkeys: its host must be ${rpIds.join(" or ")}, or a subdomain`;
}

export interface RelyingParty {
  rpId: string;
  rpIds: string[];
  allowedOrigins: string[];
}

/**
 * Validates a relying party. Each rpId must be a registrable domain or a subdomain of one, by the
 * public suffix list including its private section. Each web origin must be at or below one of the
 * rpIds (WebAuthn L3 §5.1.2). Forms run the same checks while the user types.
 * @returns issues with the paths rpId, rpIds.0 … and allowedOrigins.0 …
 */
export function findRelyingPartyIssues({ rpId, rpIds, allowedOrigins }: RelyingParty): Issue[] {
  const entries: [path: string, message: string | undefined][] = [
    ["rpId", issueOfRpId(rpId)],
    ...rpIds.map((one, index): [string, string | undefined] => [
      `rpIds.${index}`,
      issueOfRpId(one),
    ]),
    ...allowedOrigins.map((one, index): [string, string | undefined] => [
      `allowedOrigins.${index}`,
      issueOfOrigin(one, [rpId, ...rpIds]),
    ]),
  ];
  return entries.flatMap(([path, message]) => (message === undefined ? [] : [{ path, message }]));
}

/** @throws BadRequest naming each invalid rpId and origin */
export function checkRelyingParty(relyingParty: RelyingParty): void {
  const issues = findRelyingPartyIssues(relyingParty);
  if (issues.length > 0) throw badRequestOf(issues);
}
