import type { RouteHandler } from "@/lib/http/endpoint/route-module";

const notFound: RouteHandler = () => Promise.resolve(new Response(null, { status: 404 }));

/**
 * Creates the handler of a route for several pages or steps, which its last parameter names. A build
 * copies what each route loads, so one for each of them would make the package larger.
 * @param otherwise handles other names
 */
export const namedRoute =
  (
    parameter: "page" | "step",
    handlers: Record<string, RouteHandler>,
    otherwise = notFound,
  ): RouteHandler =>
  async (request, context) => {
    const name = String((await context.params)?.[parameter] ?? "");
    const handle = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
    return (handle ?? otherwise)(request, context);
  };
