import { getDomain, getPublicSuffix } from "tldts";
import { ServiceError, type Issue } from "@/lib/errors";

const domainName =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const isLocalhost = (host: string) => host === "localhost" || host.endsWith(".localhost");

/** Whether a page on the host may use the rpId: the host is it, or lies below it. */
export const covers = (rpId: string, host: string): boolean =>
  host === rpId || host.endsWith(`.${rpId}`);

function issueOfRpId(rpId: string): string | undefined {
  if (!domainName.test(rpId)) return `${rpId} is not a lower-case domain name`;
  if (isLocalhost(rpId)) return undefined;
  const registrable = getDomain(rpId, { allowPrivateDomains: true }) !== null;
  return registrable && getPublicSuffix(rpId, { allowPrivateDomains: true }) !== rpId
    ? undefined
    : `${rpId} is a public suffix, not a domain of one owner`;
}

/**
 * Web origins are https ones, or http on localhost; app origins such as `android:apk-key-hash:…`
 * have no host.
 */
function issueOfOrigin(origin: string, rpIds: string[]): string | undefined {
  if (/^(android:apk-key-hash:|ios:bundle-id:)[A-Za-z0-9._-]+$/.test(origin)) return undefined;
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  const secure =
    url?.protocol === "https:" || (url?.protocol === "http:" && isLocalhost(url.hostname));
  if (url === undefined || !secure || url.origin !== origin)
    return `${origin} is not an origin such as https://app.example.com`;
  return rpIds.some((rpId) => covers(rpId, url.hostname))
    ? undefined
    : `${origin} does not lie at or below ${rpIds.join(" or ")}`;
}

export interface RelyingParty {
  rpId: string;
  rpIds: string[];
  allowedOrigins: string[];
}

/**
 * What does not fit, with the paths rpId, rpIds.0 … and allowedOrigins.0 …: an rpId is a
 * registrable domain or a name below one, and every web origin lies at or below one of the rpIds
 * (WebAuthn L3 §5.1.2). The public suffix list decides, private section included. Forms ask the
 * same while they are filled in.
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

/** @throws BadRequest naming each of rpId, rpIds and allowedOrigins that does not fit */
export function checkRelyingParty(relyingParty: RelyingParty): void {
  const issues = findRelyingPartyIssues(relyingParty);
  if (issues.length > 0)
    throw new ServiceError(
      "@error/BadRequest",
      { issues },
      issues.map(({ path, message }) => `${path}: ${message}`).join("; "),
    );
}
