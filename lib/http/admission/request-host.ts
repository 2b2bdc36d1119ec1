/**
 * The name that the caller used for this host, lower case and without a port; Next's own URL does
 * not tell it.
 */
export function requestHost({ headers, url }: Request): string {
  const host = `http://${headers.get("host") ?? ""}`;
  return URL.canParse(host) ? new URL(host).hostname : new URL(url).hostname;
}
