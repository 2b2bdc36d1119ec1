import { getConfig } from "@/lib/config";
import { cacheSeconds, lifetimes } from "@/lib/limits";
import { fileEndpoint, textFile } from "./file-endpoint";
import type { RouteModule } from "./route-module";

/** The installation's security.txt (RFC 9116), or 404 without `SECURITY_CONTACT`. */
export const securityTxtEndpoint = (): RouteModule =>
  fileEndpoint("getSecurityTxt", (_params, { clock }) => {
    const { securityContact, baseUrl } = getConfig();
    if (securityContact === undefined) return undefined;
    const today = clock.now() - (clock.now() % lifetimes.dayMs);
    const body = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(today + lifetimes.securityTxtMs).toISOString()}`,
      `Canonical: ${baseUrl}/.well-known/security.txt`,
      "",
    ].join("\n");
    return {
      ...textFile(body, "text/plain; charset=utf-8"),
      cache: `max-age=${cacheSeconds.securityTxt}`,
    };
  });
