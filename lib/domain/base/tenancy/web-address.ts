import { parseUrl } from "@/lib/parse-url";

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Whether browsers reach the address without a network that others can read or change. */
const isSecureOrLocal = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" ||
  (protocol === "http:" && (loopback.test(hostname) || hostname.endsWith(".localhost")));

/**
 * Whether hosted pages may link to this page. Checked when it is set and again when it is shown.
 * - https, or http on loopback or localhost, so that no link runs a script
 * - without a user or password, which can imitate another host
 * - without white space and control characters, which browsers drop
 */
export function isWebPage(text: string): boolean {
  const url = parseUrl(text);
  return (
    url !== undefined &&
    text.length <= 2_000 &&
    /^[^\s\p{Cc}\p{Cf}]+$/u.test(text) &&
    url.username === "" &&
    url.password === "" &&
    isSecureOrLocal(url)
  );
}

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

// Origins are compared as strings, so userinfo, a trailing dot or upper case never match.
export const localhostOrigin =
  /^http:\/\/((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*localhost)(?::[1-9]\d{0,4})?$/;

/**
 * Whether the text is a web origin as browsers write it: https, or http on localhost. A wildcard
 * would never match.
 */
export function isWebOrigin(text: string): boolean {
  const url = parseUrl(text);
  return (
    url?.origin === text &&
    !text.includes("*") &&
    (url.protocol === "https:" || localhostOrigin.test(text))
  );
}
