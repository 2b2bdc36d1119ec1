import { findLogo } from "@/lib/domain/admin/tenancy/set-branding";
import { cacheSeconds } from "@/lib/limits";
import { fileEndpoint, isolatedPicture } from "./file-endpoint";
import type { RouteModule } from "./route-module";

/**
 * Serves a tenancy's logo for its emails and pages. The URL in an old email returns the current
 * logo.
 */
export const logoEndpoint = (): RouteModule =>
  fileEndpoint("getLogo", async ({ tenancyId = "", hash = "" }, service) => {
    const logo = await findLogo(service, tenancyId);
    if (logo === undefined) return undefined;
    const cache =
      hash === logo.hash
        ? `max-age=${cacheSeconds.logoVersion}, immutable`
        : `max-age=${cacheSeconds.logo}`;
    return {
      body: logo.bytes,
      type: logo.type,
      cache,
      etag: `"${logo.hash}"`,
      headers: isolatedPicture,
    };
  });
