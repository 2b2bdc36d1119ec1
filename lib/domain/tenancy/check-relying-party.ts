import { getDomain, getPublicSuffix } from "tldts";
import { badRequest } from "@/lib/errors";

const domainName = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const isLocalhost = (host: string) => host === "localhost" || host.endsWith(".localhost");

/** The host of an https origin, or of an http one on localhost; null for app origins such as `android:apk-key-hash:…`. */
function webHost(origin: string): string | null {
  if (/^(android:apk-key-hash:|ios:bundle-id:)[A-Za-z0-9._-]+$/.test(origin)) return null;
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  const secure = url?.protocol === "https:" || (url?.protocol === "http:" && isLocalhost(url.hostname));
  if (url === undefined || !secure || url.origin !== origin) throw badRequest("allowedOrigins", `${origin} is not an origin such as https://app.example.com`);
  return url.hostname;
}

/**
 * Holds relying party ids and origins to WebAuthn L3 §5.1.2: an rpId is a registrable domain or a name below one, and
 * every web origin lies at or below one of the rpIds. The public suffix list decides, private section included.
 * @throws BadRequest naming rpId, rpIds or allowedOrigins
 */
export function checkRelyingParty(settings: { rpId: string; rpIds: string[]; allowedOrigins: string[] }): void {
  const rpIds = [settings.rpId, ...settings.rpIds];
  rpIds.forEach((rpId, index) => {
    const path = index === 0 ? "rpId" : `rpIds.${index - 1}`;
    if (!domainName.test(rpId)) throw badRequest(path, `${rpId} is not a lower-case domain name`);
    if (isLocalhost(rpId)) return;
    const registrable = getDomain(rpId, { allowPrivateDomains: true }) !== null;
    if (!registrable || getPublicSuffix(rpId, { allowPrivateDomains: true }) === rpId) throw badRequest(path, `${rpId} is a public suffix, not a domain of one owner`);
  });
  for (const origin of settings.allowedOrigins) {
    const host = webHost(origin);
    if (host !== null && !rpIds.some((rpId) => host === rpId || host.endsWith(`.${rpId}`)))
      throw badRequest("allowedOrigins", `${origin} does not lie at or below ${rpIds.join(" or ")}`);
  }
}
