import type { Wire } from "./send";
import { page, type World } from "./world";

/** One request that both doors must answer alike, and how, so that they cannot be wrong alike. */
export interface ServerCase {
  name: string;
  status: number;
  tag?: string;
  /** The wire's path is below the tenancy, or from the root when it begins with a slash. */
  wire: (world: World) => Wire | Promise<Wire>;
  /** Whose path it is; the tenancy's own by default. */
  whose?: (world: World) => string;
  /** Where it is served, when not on both mounts. */
  mount?: "current" | "older";
}

export const forbidden = { status: 403, tag: "@error/Forbidden" };
export const invalid = { status: 400, tag: "@error/BadRequest" };
export const invalidToken = { status: 400, tag: "@error/InvalidToken" };
export const invalidCode = { status: 404, tag: "@error/InvalidCode" };
export const notAllowed = { status: 405, tag: "@error/MethodNotAllowed" };

export const json = { "content-type": "application/json" };
export const post = (path: string, body: unknown, headers: Wire["headers"] = {}): Wire => ({
  method: "POST",
  path,
  body,
  headers,
});
export const asPage = (path: string, body: unknown, headers: Wire["headers"] = {}) =>
  post(path, body, { ...page, ...headers });
export const username = { username: "ada" };
export const unknownToken = "A".repeat(43);
