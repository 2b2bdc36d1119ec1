import { isServiceError, ServiceError, type ErrorTag } from "@/lib/errors";
import { admitPage } from "@/lib/http/admission/authenticate";
import { runCall } from "./call";
import { openHeaders, preflightHeaders } from "@/lib/http/admission/cors";
import type { DeclaredHandler } from "./declaration";
import { errorAnswer } from "./respond";
import { methodNames, type Method, type RouteHandler, type RouteModule } from "./route-module";

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
 * Fetch §3.2.2: tells an allowed page what it may send. A browser sends the request itself only
 * after a 2xx, so for an unknown tenancy it is the request that gets the 404.
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

/** The same where pages of any origin may ask: nothing depends on whether the tenancy exists. */
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

/** 405 that names what would work; readable by a page where the path is meant for pages. */
function refuse(declared: Declared, allowed: string[]): RouteHandler {
  return (request, context) =>
    runCall(
      request,
      context,
      { label: "method-not-allowed", errors: browserErrors },
      async (call) => {
        if (isForBrowsers(declared)) await admitPage(call).catch(() => undefined);
        if (isOpen(declared)) call.headers = openHeaders;
        return errorAnswer(new ServiceError("@error/MethodNotAllowed"), {
          Allow: allowed.join(", "),
        });
      },
    );
}

/**
 * The exports of a route file: the declared methods, HEAD and OPTIONS where they belong, 405 with
 * `Allow` for the rest.
 */
export function methods(declared: Declared): RouteModule {
  const { GET } = declared;
  const handlers: Partial<Record<Method, RouteHandler>> = {
    ...declared,
    ...(GET !== undefined && GET.declaration.spends === undefined
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

/** The exports of a path that does not exist under a tenancy. */
export function unknownPath(): RouteModule {
  const handler: RouteHandler = (request, context) =>
    runCall(
      request,
      context,
      { label: "unknown-path", errors: new Set(["@error/BadRequest"]) },
      () =>
        Promise.resolve(
          errorAnswer(new ServiceError("@error/NotFound", undefined, "There is no such path.")),
        ),
    );
  return Object.fromEntries(methodNames.map((method) => [method, handler])) as RouteModule;
}
