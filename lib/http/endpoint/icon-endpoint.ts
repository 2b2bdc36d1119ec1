import { drawAuthenticatorIcon } from "@/lib/domain/passkey/draw-authenticator-icon";
import { cacheSeconds } from "@/lib/limits";
import { etagOf, fileEndpoint, isolatedPicture } from "./file-endpoint";
import type { RouteModule } from "./route-module";

/** Serves the icon of an authenticator model to any page (contract §6). */
export const iconEndpoint = (): RouteModule =>
  fileEndpoint("getAuthenticatorIcon", ({ aaguid = "" }) => {
    const body = drawAuthenticatorIcon(aaguid);
    return body === undefined
      ? undefined
      : {
          body,
          type: "image/svg+xml; charset=utf-8",
          cache: `max-age=${cacheSeconds.icon}`,
          etag: etagOf(body),
          headers: isolatedPicture,
        };
  });
