import { headers } from "next/headers";

const siteOf = (host: string) => (host.endsWith(".localhost") ? host : "localhost");

/** Returns the relying party id of the request: its host if that is local. */
export const rpIdOf = (request: Request): string =>
  siteOf(new URL(request.headers.get("origin") ?? "http://localhost").hostname);

/** Returns the relying party id of the page that is being rendered. */
export async function currentSite(): Promise<string> {
  const host = (await headers()).get("host") ?? "localhost";
  return siteOf(host.replace(/:\d+$/, ""));
}
