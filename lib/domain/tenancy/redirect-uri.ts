const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;
// An app's own scheme is its reversed domain (RFC 8252 §7.1); what browsers run or read has no dot
// in it.
const appScheme = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;

/**
 * Whether codes may be sent there: https, http to the machine itself (RFC 8252 §7.3), or an app's
 * own scheme; without a fragment (RFC 6749 §3.1.2), without a user, and written as a browser would
 * write it, since it is compared as text. Asked when it is set, and again at use.
 */
export function isRedirectUri(uri: string): boolean {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
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
  if (url.protocol === "https:") return true;
  return url.protocol === "http:"
    ? loopback.test(url.hostname) || url.hostname.endsWith(".localhost")
    : appScheme.test(url.protocol);
}
