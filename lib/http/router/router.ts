import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { TrieRouter } from "hono/router/trie-router";
import { badRequest } from "@/lib/errors";
import { runCall } from "@/lib/http/endpoint/call";
import type { DeclaredHandler } from "@/lib/http/endpoint/declaration";
import { unknownPath } from "@/lib/http/endpoint/methods";
import { errorReply } from "@/lib/http/endpoint/respond";
import {
  type Method,
  methodNames,
  type RouteHandler,
  type RouteModule,
  type RouteTable,
} from "@/lib/http/endpoint/route-module";
import { isForApi, readApiPath } from "./api-path";
import { bySpecificity } from "./by-specificity";

/** Serves API requests. All other requests go to Next. */
export interface ApiRouter {
  /** Whether the request belongs to the API. Stores its route for `listener`. */
  match(request: IncomingMessage): boolean;
  /** Whether a matched request's body is NDJSON, which is read with backpressure. */
  readsLines(request: IncomingMessage): boolean;
  listener(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

const toPatterns = (path: string) =>
  path.includes("[[...")
    ? [path.replace(/\/\[\[\.\.\..+$/, ""), path.replace(/\[\[\.\.\..+$/, "*")].map((pattern) =>
        pattern.replace(/\[(\w+)\]/g, ":$1"),
      )
    : [path.replace(/\[(\w+)\]/g, ":$1")];

const isMethod = (method: string): method is Method =>
  (methodNames as readonly string[]).includes(method);

// No endpoint declares PUT, so its handler is the 405 for every unknown method.
const handlerOf = (module: RouteModule, method: string): RouteHandler =>
  isMethod(method) ? module[method] : module.PUT;

// Next would normalize these paths and serve, or redirect to, a different path.
const isNormalizedByNext = /^[^/]|\/\/|\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

const malformed: RouteHandler = (request, context) =>
  runCall(
    request,
    context,
    { label: "malformed-path", errors: new Set(["@error/BadRequest"]) },
    () => {
      throw badRequest(
        "",
        "The path has an empty or a dot segment, a backslash, or a bad escape: a % that starts no UTF-8.",
      );
    },
  );

const readsLines = (module: RouteModule) =>
  Object.values(module).some(
    (handler) =>
      "declaration" in handler && (handler as DeclaredHandler).declaration.lines !== undefined,
  );

interface Route {
  path: string;
  module: RouteModule;
  readsLines: boolean;
}

/** The route of a matched request with its decoded path parameters, or what refuses the request. */
type Found =
  | { kind: "route"; route: Route; params: Record<string, string> }
  | { kind: "refused"; refuse: RouteHandler };

const malformedPath: Found = { kind: "refused", refuse: malformed };
const noSuchPath: Found = { kind: "refused", refuse: unknownPath().GET };

const decode = (params: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]),
  );

const tenancyPrefix = "/v2/[tenancyId]/";

function createFinder(table: RouteTable): (path: string) => Found | undefined {
  const router = new TrieRouter<Route>();
  // Fast path for nearly every call: routes whose only parameter is `tenancyId`, which no other
  // route precedes.
  const fixed = new Map<string, Route>();
  for (const { path, module } of [...table].sort(bySpecificity)) {
    const route = { path, module, readsLines: readsLines(module) };
    for (const pattern of toPatterns(path)) router.add("ALL", pattern, route);
    if (path.startsWith(tenancyPrefix) && !path.includes("[", tenancyPrefix.length))
      fixed.set(path.slice(tenancyPrefix.length), route);
  }
  return (path) => {
    const [, tenancyId = "", tail = ""] = /^\/v2\/([\w~-]+)\/(.+)$/.exec(path) ?? [];
    const route = fixed.get(tail);
    if (route !== undefined) return { kind: "route", route, params: { tenancyId } };
    const first = router.match("ALL", path)[0][0];
    if (first === undefined) return undefined;
    const params = first[1] as Record<string, string>;
    return { kind: "route", route: first[0], params: path.includes("%") ? decode(params) : params };
  };
}

const callHandler = (request: Request, found: Found): Promise<Response> =>
  found.kind === "refused"
    ? found.refuse(request, { params: Promise.resolve({}) })
    : handlerOf(found.route.module, request.method)(request, {
        params: Promise.resolve(found.params),
        route: found.route.path,
      });

async function respondTo(request: Request, found: Found): Promise<Response> {
  const response = await callHandler(request, found);
  // RFC 9110 §9.3.2: a response to HEAD has no content, even if it is an error.
  return request.method === "HEAD" ? new Response(null, response) : response;
}

/** Serves the API from the route files (docs/decisions/0001-two-servers-one-code-base.md). */
export function createApiRouter(table: RouteTable): ApiRouter {
  const find = createFinder(table);
  const found = new WeakMap<IncomingMessage, Found>();
  const foundFor = (env: unknown) => found.get((env as HttpBindings).incoming) ?? malformedPath;
  const listener = getRequestListener((request, env) => respondTo(request, foundFor(env)), {
    // For HTTP/1.0, which has no Host: a plain health check of HAProxy sends none.
    hostname: "localhost",
    // Only for requests that can't be parsed, such as a malformed Host.
    errorHandler: () =>
      errorReply(
        badRequest("", "The request target or the Host header is malformed."),
      ).toResponse(),
  });
  return {
    /** Whether the request belongs to the API. Stores its route for `listener`. */
    match(request) {
      // RFC 9112 §3.2.2: convert the absolute form to a path.
      if (request.url?.startsWith("/") !== true)
        request.url = (request.url ?? "/").replace(/^https?:\/\/[^/?#]*\/?/i, "/");
      const [path = "/"] = request.url.split("?", 1);
      const destination = readApiPath(path, (own) => find(own) !== undefined);
      const route = destination.kind === "api" ? find(destination.path) : undefined;
      if (route !== undefined) {
        found.set(request, route);
        return true;
      }
      const isOdd = destination.kind === "malformed" || isNormalizedByNext.test(path);
      if (!isOdd && !isForApi(path, request)) return false;
      found.set(request, isOdd ? malformedPath : noSuchPath);
      return true;
    },
    readsLines(request) {
      const destination = found.get(request);
      return destination?.kind === "route" && destination.route.readsLines;
    },
    listener,
  };
}
