/** The request header in which the proxy names the console page that a GET request opens. */
export const pageHeader = "x-console-page";

const maxCharacters = 1_000;
// No segment is empty or has a dot, a colon or an escape, so a URL parser can't read it otherwise.
const consolePath = /^\/console(\/[\w-]+)+(\?[\x21-\x7e]*)?$/;
const misread = /\\|#|\/\//;
// Returning to these makes no sense.
const openPages = /^\/console\/(sign-in|sign-out|set-up|recover|invitation)(\/|\?|$)/;
// A link on another site must not start a download by way of the sign-in.
const downloads = /\/(export|own-tenancies)(\?|$)/;

/**
 * Returns the path and query of a console page to return to after a sign-in, or null for anything
 * else. The value comes from an address, so anyone may have written it.
 */
export function acceptPage(value: unknown): string | null {
  if (typeof value !== "string" || value.length > maxCharacters) return null;
  if (!consolePath.test(value) || misread.test(value)) return null;
  return openPages.test(value) || downloads.test(value) ? null : value;
}

/** Adds the page to return to, if it is acceptable, to a page of the sign-in. */
export function withWantedPage(path: string, page: unknown): string {
  const accepted = acceptPage(page);
  return accepted === null ? path : `${path}?${new URLSearchParams({ next: accepted }).toString()}`;
}

/** Returns the sign-in that leads back to the page. */
export const signInPath = (page: unknown): string => withWantedPage("/console/sign-in", page);

/** Returns the sign-in for a page that a code session may not open. The sign-in says so. */
export function passkeySignInPath(page: unknown): string {
  const path = signInPath(page);
  return `${path}${path.includes("?") ? "&" : "?"}needs=passkey`;
}
