import { parseUrl } from "@/lib/parse-url";
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
