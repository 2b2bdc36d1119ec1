import { cacheSeconds } from "@/lib/limits";
import files from "./client-files.generated.json";
import { etagOf, fileEndpoint, type ServedFile } from "./file-endpoint";
import type { RouteModule } from "./route-module";

const toFile = (body: string, type: string) => ({ body, type, etag: etagOf(body) });

const script = toFile(files.script, "text/javascript; charset=utf-8");
const types = toFile(files.types, "text/plain; charset=utf-8");

const name = /^v2(?:\.(\d+\.\d+))?(\.js|\.d\.ts)$/;

/**
 * Finds `v2.js`, `v2.d.ts` or a pinned version such as `v2.0.1.js`. An installation has only its
 * own version. A page that pins an earlier release gets this one instead of a 404, with the short
 * cache time. A version that was never released is a mistake of the page, or newer than this
 * installation.
 */
function findFile(path: string): ServedFile | undefined {
  const match = name.exec(path);
  if (match === null) return undefined;
  const pinned = match[1] === undefined ? undefined : `2.${match[1]}`;
  if (pinned !== undefined && !files.versions.includes(pinned)) return undefined;
  const isThis = pinned === files.version;
  return {
    ...(match[2] === ".js" ? script : types),
    cache: isThis
      ? `max-age=${cacheSeconds.clientVersion}, immutable`
      : `max-age=${cacheSeconds.clientFile}`,
  };
}

/** Serves the browser library and its types to any page (contract §9). */
export const clientFileEndpoint = (): RouteModule =>
  fileEndpoint("getClientFile", ({ file = "" }) => findFile(file));
