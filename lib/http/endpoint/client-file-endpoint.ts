import { cacheSeconds } from "@/lib/limits";
import files from "./client-files.generated.json";
import { etagOf, fileEndpoint, type ServedFile } from "./file-endpoint";
import type { RouteModule } from "./route-module";

const toFile = (body: string, type: string) => ({ body, type, etag: etagOf(body) });

const script = toFile(files.script, "text/javascript; charset=utf-8");
const types = toFile(files.types, "text/plain; charset=utf-8");

const name = /^v2(?:\.(\d+\.\d+))?(\.js|\.d\.ts)$/;

/**
 * `v2.js` and `v2.d.ts`, or one version of them, such as `v2.0.1.js`. An instance has one version;
 * a page that names another of the same generation, older or newer, is given this one rather than
 * broken, and may not keep it.
 */
function findFile(path: string): ServedFile | undefined {
  const match = name.exec(path);
  if (match === null) return undefined;
  const isThis = match[1] !== undefined && `2.${match[1]}` === files.version;
  return {
    ...(match[2] === ".js" ? script : types),
    cache: isThis
      ? `max-age=${cacheSeconds.clientVersion}, immutable`
      : `max-age=${cacheSeconds.clientFile}`,
  };
}

/** The browser library and its types (contract §9), for any page. */
export const clientFileEndpoint = (): RouteModule =>
  fileEndpoint("getClientFile", ({ file = "" }) => findFile(file));
