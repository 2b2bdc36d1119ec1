/**
 * The second argument of a route handler, from Next or from the production server's router.
 */
export interface RouteContext {
  /** Undefined in Next for paths without parameters. */
  params: Promise<Record<string, string | string[] | undefined> | undefined>;
  /**
   * Path template such as `/v2/[tenancyId]/user/[sub]`. Only the production server's router sets
   * it.
   */
  route?: string;
}

export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

export const methodNames = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
export type Method = (typeof methodNames)[number];

/** The exports of a route file. */
export type RouteModule = Record<Method, RouteHandler>;

/** Every API route file with its path template. */
export type RouteTable = readonly { path: string; module: RouteModule }[];
