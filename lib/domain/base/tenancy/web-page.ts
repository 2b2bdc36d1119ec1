import { parseUrl } from "@/lib/parse-url";

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Whether browsers reach the address without a network that others can read or change. */
export const isSecureOrLocal = ({ protocol, hostname }: URL): boolean =>
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
