import { cacheSeconds } from "@/lib/limits";
import files from "./client-files.generated.json";
import { fileEndpoint, type ServedFile, textFile } from "./file-endpoint";
import type { RouteModule } from "./route-module";

const script = textFile(files.script, "text/javascript; charset=utf-8");
const types = textFile(files.types, "text/plain; charset=utf-8");

const released = new Map(
  Object.entries<string>(files.released).map(([version, body]) => [
    version,
    textFile(body, script.type),
  ]),
);

const name = /^v2(?:\.(\d+\.\d+))?(\.js|\.d\.ts)$/;

/**
 * Finds `v2.js`, `v2.d.ts` or a pinned version such as `v2.4.0.js`. A released file never changes, so
 * that browsers may cache it and pages may state its hash. Of versions before 2.4.0 no file was kept:
 * a page that pins one gets the current file instead of a 404, with the short cache time. A version
 * that was never released is a mistake of the page, or newer than this installation.
 */
function findFile(path: string): ServedFile | undefined {
  const match = name.exec(path);
  if (match === null) return undefined;
  const pinned = match[1] === undefined ? undefined : `2.${match[1]}`;
  if (pinned !== undefined && !files.versions.includes(pinned)) return undefined;
  const isScript = match[2] === ".js";
  const kept = isScript && pinned !== undefined ? released.get(pinned) : undefined;
  const isFixed = kept !== undefined || pinned === files.version;
  return {
    ...(kept ?? (isScript ? script : types)),
    cache: isFixed
      ? `max-age=${cacheSeconds.clientVersion}, immutable`
      : `max-age=${cacheSeconds.clientFile}`,
  };
}

/** Serves the browser library and its types to any page (contract §9). */
export const clientFileEndpoint = (): RouteModule =>
  fileEndpoint("getClientFile", ({ file = "" }) => findFile(file));
