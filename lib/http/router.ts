import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { badRequest } from "@/lib/errors";
import { readApiPath, type Destination } from "./api-path";
import { runCall } from "./call";
import { setHeader, stampClientAddress } from "./client-address";
import type { DeclaredHandler } from "./endpoint";
import { requestIdOf } from "./request-id";
import { errorResponse } from "./respond";
import { bySpecificity } from "./route-order";
import { methodNames, type Method, type RouteHandler, type RouteModule } from "./route-module";
import { routes } from "./routes.generated";

/** Whether the request is the API's, and its answer; the rest is Next's. */
export interface ApiRouter {
  match(request: IncomingMessage): boolean;
  /** Whether a matched request's body is read line by line, at the pace of the work on it. */
  readsLines(request: IncomingMessage): boolean;
  listener(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

const toPatterns = (path: string) =>
  path.includes("[[...")
    ? [path.replace(/\/\[\[\.\.\..+$/, ""), path.replace(/\[\[\.\.\..+$/, "*")].map((pattern) => pattern.replace(/\[(\w+)\]/g, ":$1"))
    : [path.replace(/\[(\w+)\]/g, ":$1")];

const isMethod = (method: string): method is Method => (methodNames as readonly string[]).includes(method);

// The contract has no PUT, so its handler answers every method that is not ours with the same 405.
const handlerOf = (module: RouteModule, method: string): RouteHandler => (isMethod(method) ? module[method] : module.PUT);

// Next would tidy these up and answer, or redirect to, another path than the one that was asked for.
const untidy = /^[^/]|\/\/|\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

const malformed: RouteHandler = (request, context) =>
  runCall(request, context, { label: "malformed-path", errors: new Set(["@error/BadRequest"]) }, () => {
    throw badRequest("", "The path has an empty or a dot segment, a backslash, or an escape that is not UTF-8.");
  });

const readsLines = (module: RouteModule) => Object.values(module).some((handler) => "declaration" in handler && (handler as DeclaredHandler).declaration.lines !== undefined);

const ofLines = routes.filter(({ module }) => readsLines(module)).map(({ path }) => new RegExp(`^${path.replace(/\[\w+\]/g, "[^/]+")}$`));

/** Answers the API from the route files themselves, beside Next (ARCHITECTURE.md, "Two doors"). */
export function createApiRouter(): ApiRouter {
  const paths = new WeakMap<IncomingMessage, Destination>();
  const app = new Hono<{ Bindings: HttpBindings }>({
    getPath: (_request, options) => {
      const destination = paths.get((options?.env as HttpBindings).incoming);
      return destination?.kind === "api" ? destination.path : "/";
    },
  });
  for (const { path, module } of [...routes].sort(bySpecificity)) {
    // JSON answers are small; the browser library is worth it. Next compresses by itself.
    if (path.startsWith("/client/")) for (const pattern of toPatterns(path)) app.use(pattern, compress({ encoding: "gzip" }));
    for (const pattern of toPatterns(path))
      app.all(pattern, (c) => handlerOf(module, c.req.method)(c.req.raw, { params: Promise.resolve(c.req.param() as Record<string, string>), route: path }));
  }
  const isRoute = (path: string) => app.router.match("GET", path)[0].length > 0;
  const respond = getRequestListener(
    (request, env) =>
      paths.get((env as HttpBindings).incoming)?.kind === "malformed" ? malformed(request, { params: Promise.resolve({}) }) : app.fetch(request, env),
    // Reached only by what is no request at all, such as a malformed Host.
    { errorHandler: () => errorResponse(badRequest("", "The request target or the Host header is malformed.")) },
  );
  return {
    match(request) {
      // RFC 9112 §3.2.2: the absolute form asks for the same path.
      request.url = (request.url ?? "/").replace(/^https?:\/\/[^/?#]*\/?/i, "/");
      const [path = "/"] = request.url.split("?", 1);
      const destination = readApiPath(path, isRoute);
      const isPage = destination.kind === "page" || (destination.kind === "api" && !isRoute(destination.path));
      if (isPage && !untidy.test(path)) return false;
      paths.set(request, isPage ? { kind: "malformed" } : destination);
      return true;
    },
    readsLines(request) {
      const destination = paths.get(request);
      return destination?.kind === "api" && ofLines.some((pattern) => pattern.test(destination.path));
    },
    listener: (request, response) => respond(request, response),
  };
}

/** Gives a request the client address and the id that its handlers, the API's and Next's, read; returns the id. */
export function stampRequest(request: IncomingMessage, trustedProxyHops: number): string {
  stampClientAddress(request, trustedProxyHops);
  const given = request.headers["x-request-id"];
  const requestId = requestIdOf(Array.isArray(given) ? given[0] : given);
  setHeader(request, "x-request-id", requestId);
  return requestId;
}
