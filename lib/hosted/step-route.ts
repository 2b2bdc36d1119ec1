import type { RouteHandler } from "@/lib/http/endpoint/route-module";

/**
 * Creates the POST handler of all steps of a page. They have one route, because a build copies what
 * each route loads.
 */
export const stepRoute =
  (steps: Record<string, RouteHandler>): RouteHandler =>
  async (request, context) => {
    const step = String((await context.params)?.["step"]);
    const take = Object.hasOwn(steps, step) ? steps[step] : undefined;
    return take?.(request, context) ?? new Response(null, { status: 404 });
  };
