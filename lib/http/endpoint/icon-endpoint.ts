import { drawAuthenticatorIcon } from "@/lib/domain/passkey/draw-authenticator-icon";
import { cacheSeconds } from "@/lib/limits";
import { fileEndpoint, isolatedPicture, type ServedFile, textFile } from "./file-endpoint";
import type { RouteModule } from "./route-module";

/** The icons drawn so far, by AAGUID. */
const icons = new Map<string, ServedFile>();

function findIcon(aaguid: string): ServedFile | undefined {
  const drawn = icons.get(aaguid);
  if (drawn !== undefined) return drawn;
  const svg = drawAuthenticatorIcon(aaguid);
  if (svg === undefined) return undefined;
  const icon = {
    ...textFile(svg, "image/svg+xml; charset=utf-8"),
    cache: `max-age=${cacheSeconds.icon}`,
    headers: isolatedPicture,
  };
  icons.set(aaguid, icon);
  return icon;
}

/** Serves the icon of an authenticator model to any page (contract §6). */
export const iconEndpoint = (): RouteModule =>
  fileEndpoint("getAuthenticatorIcon", ({ aaguid = "" }) => findIcon(aaguid.toLowerCase()));
