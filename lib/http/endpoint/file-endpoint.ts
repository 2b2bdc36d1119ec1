import { createHash } from "node:crypto";
import type { Service } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";
import { runCall } from "./call";
import { publicHeaders } from "@/lib/http/admission/cors";
import { errorAnswer } from "./respond";
import { methodNames, type RouteHandler, type RouteModule } from "./route-module";

/** What a path serves to any page. */
export interface ServedFile {
  body: string | Uint8Array<ArrayBuffer>;
  type: string;
  /** Value of Cache-Control after `public`. */
  cache: string;
  etag: string;
  headers?: Record<string, string>;
}

/** For pictures: opened by themselves, they must not be able to do anything either. */
export const isolatedPicture = { "Content-Security-Policy": "default-src 'none'; sandbox" };

/** Weak, since a compressed answer carries the same (RFC 9110 §8.8.1). */
export const etagOf = (body: string) =>
  `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;

/** Whether If-None-Match names it (RFC 9110 §13.1.2). */
export const matchesEtag = (request: Request, etag: string) =>
  (request.headers.get("if-none-match") ?? "")
    .split(",")
    .some((tag) => [etag, `W/${etag}`, "*"].includes(tag.trim()));

function answer(request: Request, { body, type, cache, etag, headers }: ServedFile): Response {
  const all = {
    ...publicHeaders,
    ...headers,
    "Cache-Control": `public, ${cache}`,
    "Content-Type": type,
    "X-Content-Type-Options": "nosniff",
    ETag: etag,
  };
  if (matchesEtag(request, etag)) return new Response(null, { status: 304, headers: all });
  return new Response(request.method === "HEAD" ? null : body, { headers: all });
}

/** GET and HEAD of a file that the path's parameters name; NotFound when `find` knows none. */
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
      async ({ params, service }) => {
        const file = await find(params, service);
        if (file === undefined) throw new ServiceError("@error/NotFound");
        return answer(request, file);
      },
    );
  const refuse: RouteHandler = (request, context) =>
    runCall(request, context, { label, errors: new Set() }, () =>
      Promise.resolve(
        errorAnswer(new ServiceError("@error/MethodNotAllowed"), { Allow: "GET, HEAD" }),
      ),
    );
  return Object.fromEntries(
    methodNames.map((method) => [method, method === "GET" || method === "HEAD" ? serve : refuse]),
  ) as RouteModule;
}
