import { type ErrorTag, isServiceError, ServiceError } from "@/lib/errors";
import { admitPage } from "./authenticate";
import { runCall } from "./call";
import { openHeaders, preflightHeaders } from "./cors";
import type { DeclaredHandler } from "./declaration";
import { errorReply } from "./respond";
import { type Method, methodNames, type RouteHandler, type RouteModule } from "./route-module";

type Declared = Partial<Record<"GET" | "POST" | "PATCH" | "DELETE", DeclaredHandler>>;

const browserErrors = new Set<ErrorTag>([
  "@error/BadRequest",
  "@error/InvalidTenancy",
  "@error/Forbidden",
  "@error/Unavailable",
  "@error/Internal",
]);

const isForBrowsers = (declared: Declared) =>
  Object.values(declared).some(({ declaration }) => declaration.auth === "browser");

const ignoreInvalidTenancy = (error: unknown) => {
  if (!isServiceError(error) || error.tag !== "@error/InvalidTenancy") throw error;
};

/**
 * Answers a CORS preflight (Fetch §3.2.2). A browser sends the request itself only after a 2xx, so
 * an unknown tenancy gets a 2xx here and the 404 on the request.
 */
const preflight: RouteHandler = (request, context) =>
  runCall(request, context, { label: "preflight", errors: browserErrors }, async (call) => {
    await admitPage(call).catch(ignoreInvalidTenancy);
    return new Response(null, {
      status: 204,
      headers: request.headers.has("origin") ? preflightHeaders : {},
    });
  });

const isOpen = (declared: Declared) =>
  Object.values(declared).some(({ declaration }) => declaration.auth === "open");

/**
 * Answers a preflight of an endpoint that is open to any origin, without looking up the tenancy.
 */
const openPreflight: RouteHandler = (request, context) =>
  runCall(request, context, { label: "preflight", errors: browserErrors }, (call) => {
    call.headers = openHeaders;
    return Promise.resolve(
      new Response(null, {
        status: 204,
        headers: { ...preflightHeaders, "Access-Control-Allow-Methods": "GET" },
      }),
    );
  });

const withoutBody =
  (get: DeclaredHandler): RouteHandler =>
  async (request, context) => {
    const { status, headers } = await get(request, context);
    return new Response(null, { status, headers });
  };

/** Returns a 405 with `Allow`. Pages may read it if the path serves pages. */
function refuse(declared: Declared, allowed: string[]): RouteHandler {
  return (request, context) =>
    runCall(
      request,
      context,
      { label: "method-not-allowed", errors: browserErrors },
      async (call) => {
        if (isForBrowsers(declared)) await admitPage(call).catch(() => undefined);
        if (isOpen(declared)) call.headers = openHeaders;
        return errorReply(new ServiceError("@error/MethodNotAllowed"), {
          Allow: allowed.join(", "),
        });
      },
    );
}

/**
 * Creates the exports of a route file: the declared methods, HEAD for a repeatable GET, OPTIONS for
 * browser endpoints, and 405 with `Allow` for the rest.
 */
export function methods(declared: Declared): RouteModule {
  const { GET } = declared;
  const handlers: Partial<Record<Method, RouteHandler>> = {
    ...declared,
    ...(GET !== undefined && GET.declaration.isSingleUse === undefined
      ? { HEAD: withoutBody(GET) }
      : {}),
    ...(isForBrowsers(declared) ? { OPTIONS: preflight } : {}),
    ...(isOpen(declared) ? { OPTIONS: openPreflight } : {}),
  };
  const refused = refuse(
    declared,
    methodNames.filter((method) => handlers[method] !== undefined),
  );
  return Object.fromEntries(
    methodNames.map((method) => [method, handlers[method] ?? refused]),
  ) as RouteModule;
}

/** Returns the same handlers for a second path, which the API reference doesn't list. */
export const withoutDeclaration = (module: RouteModule): RouteModule =>
  Object.fromEntries(
    methodNames.map((method): [Method, RouteHandler] => [
      method,
      (request, context) => module[method](request, context),
    ]),
  ) as RouteModule;

/** Creates the exports of the catch-all route under a tenancy: 404 for every method. */
export function unknownPath(): RouteModule {
  const handler: RouteHandler = (request, context) =>
    runCall(
      request,
      context,
      { label: "unknown-path", errors: new Set(["@error/BadRequest"]) },
      () =>
        Promise.resolve(
          errorReply(new ServiceError("@error/NotFound", undefined, "This path does not exist.")),
        ),
    );
  return Object.fromEntries(methodNames.map((method) => [method, handler])) as RouteModule;
}
