import type { RouteHandler } from "@/lib/http/endpoint/route-module";

/**
 * Creates the handler of a route for several steps, which its last parameter names. A build copies what
 * each route loads, so one for each step would make the package larger.
 */
export const stepRoute =
  (steps: Record<string, RouteHandler>): RouteHandler =>
  async (request, context) => {
    const step = String((await context.params)?.["step"]);
    const take = Object.hasOwn(steps, step) ? steps[step] : undefined;
    return take?.(request, context) ?? new Response(null, { status: 404 });
  };
