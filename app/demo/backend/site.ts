import { headers } from "next/headers";

const siteOf = (host: string) => (host.endsWith(".localhost") ? host : "localhost");

/**
 * The relying party id that a page of this demo can make passkeys for: its own host, when that is
 * this machine's.
 */
export const rpIdOf = (request: Request): string =>
  siteOf(new URL(request.headers.get("origin") ?? "http://localhost").hostname);

/** The same for a page that is being drawn. */
export async function currentSite(): Promise<string> {
  const host = (await headers()).get("host") ?? "localhost";
  return siteOf(host.replace(/:\d+$/, ""));
}
