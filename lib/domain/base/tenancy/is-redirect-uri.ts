import { parseUrl } from "@/lib/parse-url";
import { isSecureOrLocal } from "./web-page";

// An app's own scheme is its reversed domain (RFC 8252 §7.1). Schemes that browsers handle, such as
// javascript, contain no dot.
const appScheme = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;

/**
 * Whether hosted pages may send codes to this URI. Checked when it is set and again at use.
 * - https, http on loopback (RFC 8252 §7.3) or localhost, or an app's own scheme
 * - without a fragment (RFC 6749 §3.1.2), wildcard, user or password
 * - in a browser's serialization, because it is compared as text
 */
export function isRedirectUri(uri: string): boolean {
  const url = parseUrl(uri);
  if (
    url === undefined ||
    uri.length > 2_000 ||
    uri.includes("#") ||
    uri.includes("*") ||
    url.username !== "" ||
    url.password !== ""
  )
    return false;
  if (url.href !== uri && url.href !== `${uri}/`) return false;
  return isSecureOrLocal(url) || appScheme.test(url.protocol);
}
