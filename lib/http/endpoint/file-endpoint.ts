import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { getConfig } from "@/lib/config";
import type { Service } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";
import { cacheSeconds, lifetimes } from "@/lib/limits";
import { namesUnknownTenancy, runCall } from "./call";
import files from "./client-files.generated.json";
import { publicHeaders } from "./cors";
import { errorReply } from "./respond";
import { methodNames, type RouteHandler, type RouteModule } from "./route-module";

/** A file that any page may load. */
export interface ServedFile {
  /** Bytes: text would be encoded for each response. */
  body: Uint8Array<ArrayBuffer>;
  /** The same compressed, for texts. */
  gzip?: Uint8Array<ArrayBuffer>;
  type: string;
  /** Value of Cache-Control after `public`. */
  cache: string;
  etag: string;
  headers?: Record<string, string>;
}

/** For images: a browser that opens an SVG directly must not run its scripts. */
export const isolatedPicture = { "Content-Security-Policy": "default-src 'none'; sandbox" };

/** Weak, because the compressed response has the same ETag (RFC 9110 §8.8.1). */
const etagOf = (body: string) =>
  `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;

/** A smaller file costs more to compress than to send. */
const compressedFrom = 1_024;

/** Encodes and compresses a text. Call it once for each text. */
export const textFile = (
  text: string,
  type: string,
): Pick<ServedFile, "body" | "gzip" | "type" | "etag"> => ({
  body: Buffer.from(text),
  ...(text.length < compressedFrom ? {} : { gzip: gzipSync(text) }),
  type,
  etag: etagOf(text),
});

const acceptsGzip = ({ headers }: Request) =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(headers.get("accept-encoding") ?? "");

/** Whether If-None-Match contains the ETag (RFC 9110 §13.1.2). */
export const matchesEtag = (request: Request, etag: string) =>
  (request.headers.get("if-none-match") ?? "")
    .split(",")
    .some((tag) => [etag, `W/${etag}`, "*"].includes(tag.trim()));

function fileResponse(
  request: Request,
  { body, gzip, type, cache, etag, headers }: ServedFile,
): Response {
  const isCompressed = gzip !== undefined && acceptsGzip(request);
  const all = {
    ...publicHeaders,
    ...headers,
    ...(gzip === undefined ? {} : { Vary: "Accept-Encoding" }),
    ...(isCompressed ? { "Content-Encoding": "gzip" } : {}),
    "Cache-Control": `public, ${cache}`,
    "Content-Type": type,
    "X-Content-Type-Options": "nosniff",
    ETag: etag,
  };
  if (matchesEtag(request, etag)) return new Response(null, { status: 304, headers: all });
  return new Response(request.method === "HEAD" ? null : isCompressed ? gzip : body, {
    headers: all,
  });
}

/** Serves GET and HEAD of the file that `find` returns for the path parameters; NotFound if it returns
 * none. */
export function fileEndpoint(
  label: string,
  find: (
    params: Record<string, string>,
    service: Service,
  ) => ServedFile | undefined | Promise<ServedFile | undefined>,
): RouteModule {
  const serve: RouteHandler = (request, context) =>
    runCall(
      request,
      context,
      { label, errors: new Set(["@error/BadRequest", "@error/NotFound", "@error/Unavailable"]) },
      async (call) => {
        const { params, service } = call;
        const file = namesUnknownTenancy(call) ? undefined : await find(params, service);
        if (file === undefined) throw new ServiceError("@error/NotFound");
        return fileResponse(request, file);
      },
    );
  const refuse: RouteHandler = (request, context) =>
    runCall(request, context, { label, errors: new Set() }, () =>
      Promise.resolve(
        errorReply(new ServiceError("@error/MethodNotAllowed"), { Allow: "GET, HEAD" }),
      ),
    );
  return Object.fromEntries(
    methodNames.map((method) => [method, method === "GET" || method === "HEAD" ? serve : refuse]),
  ) as RouteModule;
}

function createFile(schema: object): ServedFile {
  return {
    ...textFile(JSON.stringify(schema), "application/json"),
    cache: `max-age=${cacheSeconds.schema}`,
  };
}

/** Serves a JSON Schema, which it creates at the first request. */
export function schemaEndpoint(operation: string, create: () => object): RouteModule {
  let file: ServedFile | undefined;
  return fileEndpoint(operation, () => (file ??= createFile(create())));
}

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
