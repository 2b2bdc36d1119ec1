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
  /** Whether the request belongs to the API. Call it first: it finds the target for the others. */
  match(request: IncomingMessage): boolean;
  /** Whether a matched request's body is NDJSON, which is read with backpressure. */
  readsLines(request: IncomingMessage): boolean;
  /** Responds to a matched request. */
  listener(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

interface Route {
  /** A template such as `/v2/[tenancyId]/user/[sub]`. */
  path: string;
  module: RouteModule;
  readsLines: boolean;
}

/** What responds to a request: a route with the decoded parameters of its path, or a refusal. */
type Target =
  | { kind: "route"; route: Route; params: Record<string, string> }
  | { kind: "refusal"; refuse: RouteHandler };

const unknownPathTarget: Target = { kind: "refusal", refuse: unknownPath().GET };
const malformedPathTarget: Target = {
  kind: "refusal",
  refuse: (request, context) =>
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
    ),
};

/**
 * Converts a template to the router's patterns: `/user/[sub]` is `/user/:sub`, and
 * `/v2/[[...path]]` is both `/v2` and `/v2/*`.
 */
function toPatterns(path: string): string[] {
  const [fixed = "", catchAll] = path.replace(/\[(\w+)\]/g, ":$1").split("/[[...");
  return catchAll === undefined ? [fixed] : [fixed, `${fixed}/*`];
}

const declaresLines = (module: RouteModule) =>
  Object.values(module).some(
    (handler) =>
      "declaration" in handler && (handler as DeclaredHandler).declaration.lines !== undefined,
  );

const decode = (params: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]),
  );

const tenancyPrefix = "/v2/[tenancyId]/";

/** `/v2/01jd3s/passkeys/count`: the tenancy `01jd3s` and the rest, `passkeys/count`. */
const tenancyPath = /^\/v2\/([\w~-]+)\/(.+)$/;

/** Returns the function that finds the route of a path, and returns undefined if there is none. */
function createFindRoute(table: RouteTable): (path: string) => Target | undefined {
  const router = new TrieRouter<Route>();
  // Fast path for nearly every call: routes whose only parameter is `tenancyId`, which no other
  // route precedes.
  const fixed = new Map<string, Route>();
  for (const { path, module } of [...table].sort(bySpecificity)) {
    const route = { path, module, readsLines: declaresLines(module) };
    for (const pattern of toPatterns(path)) router.add("ALL", pattern, route);
    if (path.startsWith(tenancyPrefix) && !path.includes("[", tenancyPrefix.length))
      fixed.set(path.slice(tenancyPrefix.length), route);
  }
  return (path) => {
    const [, tenancyId = "", rest = ""] = tenancyPath.exec(path) ?? [];
    const route = fixed.get(rest);
    if (route !== undefined) return { kind: "route", route, params: { tenancyId } };
    const first = router.match("ALL", path)[0][0];
    if (first === undefined) return undefined;
    const params = first[1] as Record<string, string>;
    return { kind: "route", route: first[0], params: path.includes("%") ? decode(params) : params };
  };
}

/** Converts the absolute form, `http://host/path`, to a path (RFC 9112 §3.2.2). */
function toPath(target = "/"): string {
  return target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?#]*\/?/i, "/");
}

/**
 * Paths that Next would normalize, and then serve or redirect to another path: `path`, `/a//b`,
 * `/a\b`, and dot segments such as `/a/../b` and `/a/%2e`.
 */
const isNormalizedByNext = /^[^/]|\/\/|\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

const isMethod = (method: string): method is Method =>
  (methodNames as readonly string[]).includes(method);

// No endpoint declares PUT, so its handler is the 405 for every unknown method.
const handlerOf = (module: RouteModule, method: string): RouteHandler =>
  isMethod(method) ? module[method] : module.PUT;

const callTarget = (request: Request, target: Target): Promise<Response> =>
  target.kind === "refusal"
    ? target.refuse(request, { params: Promise.resolve({}) })
    : handlerOf(target.route.module, request.method)(request, {
        params: Promise.resolve(target.params),
        route: target.route.path,
      });

async function respond(request: Request, target: Target): Promise<Response> {
  const response = await callTarget(request, target);
  // RFC 9110 §9.3.2: a response to HEAD has no content, even if it is an error.
  return request.method === "HEAD" ? new Response(null, response) : response;
}

/** Serves the API from the route files (docs/decisions/0001-two-servers-one-code-base.md). */
export function createApiRouter(table: RouteTable): ApiRouter {
  const findRoute = createFindRoute(table);
  /** Returns undefined if the request is for a page. */
  function findTarget(path: string, request: IncomingMessage): Target | undefined {
    const destination = readApiPath(path, (own) => findRoute(own) !== undefined);
    const route = destination.kind === "api" ? findRoute(destination.path) : undefined;
    if (route !== undefined) return route;
    if (destination.kind === "malformed" || isNormalizedByNext.test(path))
      return malformedPathTarget;
    return isForApi(path, request) ? unknownPathTarget : undefined;
  }
  // Hono's listener passes on nothing but the request, so `match` stores its target by it.
  const targets = new WeakMap<IncomingMessage, Target>();
  const targetOf = ({ incoming }: HttpBindings) => targets.get(incoming) ?? malformedPathTarget;
  return {
    match(request) {
      request.url = toPath(request.url);
      const [path = "/"] = request.url.split("?", 1);
      const target = findTarget(path, request);
      if (target !== undefined) targets.set(request, target);
      return target !== undefined;
    },
    readsLines(request) {
      const target = targets.get(request);
      return target?.kind === "route" && target.route.readsLines;
    },
    listener: getRequestListener(
      (request, env) => respond(request, targetOf(env as HttpBindings)),
      {
        // For HTTP/1.0, which has no Host: a plain health check of HAProxy sends none.
        hostname: "localhost",
        // Only for requests that can't be parsed, such as a malformed Host.
        errorHandler: () =>
          errorReply(
            badRequest("", "The request target or the Host header is malformed."),
          ).toResponse(),
      },
    ),
  };
}
