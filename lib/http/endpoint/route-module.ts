/**
 * What a route handler is given besides the request: by Next, or by the production server's router.
 */
export interface RouteContext {
  /** Next has none on paths without parameters. */
  params: Promise<Record<string, string | string[] | undefined> | undefined>;
  /**
   * Path template such as `/v2/[tenancyId]/user/[sub]`; only the production server's router tells
   * it.
   */
  route?: string;
}

export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

export const methodNames = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
export type Method = (typeof methodNames)[number];

/** The exports of a route file. */
export type RouteModule = Record<Method, RouteHandler>;

/** Every route file of the API with its path template. */
export type RouteTable = readonly { path: string; module: RouteModule }[];
