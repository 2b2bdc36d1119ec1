import type { Declaration, DeclaredHandler } from "@/lib/http/endpoint/declaration";
import type { Method } from "@/lib/http/endpoint/route-module";
import { routes } from "@/server/routes.generated";

export interface DeclaredRoute {
  method: Method;
  /** Template such as `/v2/[tenancyId]/user/[sub]`. */
  path: string;
  declaration: Declaration;
}

/** Every method of every declared route, so that a sweep misses none. */
export const declaredRoutes: DeclaredRoute[] = routes.flatMap(({ path, module }) =>
  Object.entries(module).flatMap(([method, handler]) =>
    "declaration" in handler
      ? [{ method: method as Method, path, declaration: (handler as DeclaredHandler).declaration }]
      : [],
  ),
);
