import { fileEndpoint } from "@/lib/http/endpoint/file-endpoint";
import type { RouteModule } from "@/lib/http/endpoint/route-module";
import { cacheSeconds } from "@/lib/limits";
import assets from "./assets.generated.json";

interface Asset {
  type: string;
  /** base64 */
  body: string;
}

const files = new Map<string, Asset>(Object.entries(assets.files));

/** Returns the path of a script or the style sheet. File names contain a hash of the content. */
export const assetAddress = (kind: "script" | "account" | "style"): string =>
  `/auth/assets/${assets[kind]}`;

/** Serves the pages' script, style sheet and fonts. Browsers cache them as immutable. */
export const assetEndpoint = (): RouteModule =>
  fileEndpoint("getHostedAsset", ({ file = "" }) => {
    const asset = files.get(file);
    return (
      asset && {
        body: new Uint8Array(Buffer.from(asset.body, "base64")),
        type: asset.type,
        cache: `max-age=${cacheSeconds.hostedFile}, immutable`,
        etag: `"${file}"`,
      }
    );
  });
