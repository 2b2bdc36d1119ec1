import type { Wire } from "./send";
import { page, type ServerFixture } from "./server-fixture";

/**
 * A request that both servers must answer in the same way. The case states the expected status too,
 * so that a mistake in both servers fails.
 */
export interface ServerCase {
  name: string;
  status: number;
  tag?: string;
  /** The path is relative to the tenancy, or to the root if it starts with a slash. */
  wire: (fixture: ServerFixture) => Wire | Promise<Wire>;
  /** The tenancy id in the path. Default: the fixture's tenancy. */
  tenancyIdOf?: (fixture: ServerFixture) => string;
  /** The only mount that serves the path. Default: both. */
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
