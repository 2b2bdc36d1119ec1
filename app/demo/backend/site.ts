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

/** Whether the page is on Keystead's own host, to which the hosted pages return. */
export const isSameHost = async (endpoint: string): Promise<boolean> =>
  (await headers()).get("host") === new URL(endpoint).host;
