import { createHash } from "node:crypto";
import { cacheSeconds } from "@/lib/config";
import { ServiceError } from "@/lib/errors";
import { runCall } from "./call";
import files from "./client-files.generated.json";
import { publicHeaders } from "./cors";
import { errorResponse } from "./respond";
import { methodNames, type RouteHandler, type RouteModule } from "./route-module";

interface ClientFile {
  body: string;
  type: string;
  etag: string;
}

const toFile = (body: string, type: string): ClientFile => ({
  body,
  type,
  etag: `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
});

const script = toFile(files.script, "text/javascript; charset=utf-8");
const types = toFile(files.types, "text/plain; charset=utf-8");

const name = /^v2(?:\.(\d+\.\d+))?(\.js|\.d\.ts)$/;

/**
 * `v2.js` and `v2.d.ts`, or one version of them, such as `v2.0.1.js`. An instance has one version; a page that names
 * another of the same generation, older or newer, is given this one rather than broken, and may not keep it.
 */
function findFile(path: string): { file: ClientFile; maxAge: string } | undefined {
  const match = name.exec(path);
  if (match === null) return undefined;
  const isThis = match[1] !== undefined && `2.${match[1]}` === files.version;
  return {
    file: match[2] === ".js" ? script : types,
    maxAge: isThis ? `max-age=${cacheSeconds.clientVersion}, immutable` : `max-age=${cacheSeconds.clientFile}`,
  };
}

const serve: RouteHandler = (request, context) =>
  runCall(request, context, { label: "getClientFile", errors: new Set(["@error/BadRequest", "@error/NotFound"]) }, ({ params }) => {
    const found = findFile(params["file"] ?? "");
    if (found === undefined) throw new ServiceError("@error/NotFound");
    const { file, maxAge } = found;
    const headers: Record<string, string> = {
      ...publicHeaders,
      "Cache-Control": `public, ${maxAge}`,
      "Content-Type": file.type,
      "X-Content-Type-Options": "nosniff",
      ETag: file.etag,
    };
    if (request.headers.get("if-none-match")?.includes(file.etag)) return Promise.resolve(new Response(null, { status: 304, headers }));
    return Promise.resolve(new Response(request.method === "HEAD" ? null : file.body, { headers }));
  });

const refused: RouteHandler = (request, context) =>
  runCall(request, context, { label: "getClientFile", errors: new Set() }, () =>
    Promise.resolve(errorResponse(new ServiceError("@error/MethodNotAllowed"), { Allow: "GET, HEAD" })),
  );

/** The browser library and its types (contract §9), for any page. */
export function clientFileEndpoint(): RouteModule {
  return Object.fromEntries(methodNames.map((method) => [method, method === "GET" || method === "HEAD" ? serve : refused])) as RouteModule;
}
