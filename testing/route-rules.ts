import { expect, test } from "vitest";
import type { ApiKeyScope } from "@/lib/domain/access/api-key/scope";
import { methodNames } from "@/lib/http/endpoint/route-module";
import { type ApiReply, callApi } from "./api-client";
import type { TestService } from "./test-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "./test-tenancy";
import { violationsOf } from "./violations";

interface Route {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Relative to the tenancy, or absolute with {tenancyId} in it. */
  path: string;
  /** The expected Allow header. */
  allow: string;
  /** A body that the schema accepts. */
  body?: object;
  /** The only scope of a key that must be refused. Default: `vault:export`. */
  lacking?: ApiKeyScope;
  /** A scope that the route needs and `*` doesn't include. */
  scope?: ApiKeyScope;
}

type Service = { readonly current: TestService };
type Send = (headers: Record<string, string>, body?: unknown, path?: string) => Promise<ApiReply>;

const pathOf = ({ path }: Route, id: string) =>
  path.startsWith("/") ? path.replace("{tenancyId}", id) : `/v2/${id}/${path}`;

function senderOf(route: Route, tenancy: TestTenancy): Send {
  return (headers, body = route.body, path = pathOf(route, tenancy.id)) =>
    callApi(route.method, path, { ...(body === undefined ? {} : { body }), headers });
}

function testMethods(run: Service, route: Route): void {
  const others = methodNames.filter((method) => !route.allow.split(", ").includes(method));
  test("any other method returns 405 with the allowed methods", async () => {
    const violations = await violationsOf(others, async (method) => {
      const { id } = await createTestTenancy(run.current);
      const reply = await callApi(method, pathOf(route, id), { headers: { origin: testOrigin } });
      expect(reply).toMatchObject({ status: 405, body: { _tag: "@error/MethodNotAllowed" } });
      expect(reply.headers.get("allow")).toBe(route.allow);
    });
    expect(violations).toEqual([]);
  });
}

/** Tests bodies that every route rejects, with the error for each. */
function testBodies(
  run: Service,
  route: Route,
  headersOf: (tenancy: TestTenancy) => Record<string, string> | Promise<Record<string, string>>,
): void {
  const { body } = route;
  if (body === undefined) return;
  const firstField = Object.keys(body)[0] ?? "x";
  const cases: [
    name: string,
    headers: Record<string, string>,
    body: unknown,
    status: number,
    tag: string,
  ][] = [
    [
      "another media type",
      { "content-type": "text/plain" },
      body,
      415,
      "@error/UnsupportedMediaType",
    ],
    [
      "a content encoding",
      { "content-encoding": "gzip" },
      body,
      415,
      "@error/UnsupportedMediaType",
    ],
    [
      "more than 64 KiB",
      {},
      { ...body, padding: "x".repeat(65_536) },
      413,
      "@error/PayloadTooLarge",
    ],
    ["malformed JSON", {}, "{", 400, "@error/BadRequest"],
    ["a list", {}, [], 400, "@error/BadRequest"],
    [
      "an object instead of a string",
      {},
      { ...body, [firstField]: { not: "" } },
      400,
      "@error/BadRequest",
    ],
    ["U+0000", {}, { ...body, extra: "a\u0000b" }, 400, "@error/BadRequest"],
    ["a lone surrogate in a key", {}, `{"\\ud800":1}`, 400, "@error/BadRequest"],
  ];
  test("rejects a body of another type, size or shape, with the error for each", async () => {
    const violations = await violationsOf(cases, async (_name, headers, wrong, status, tag) => {
      const tenancy = await createTestTenancy(run.current);
      const own = await headersOf(tenancy);
      const reply = await senderOf(route, tenancy)({ ...own, ...headers }, wrong);
      expect(reply).toMatchObject({ status, body: { _tag: tag } });
      expect(reply.headers.get("content-type")).toBe("application/json");
    });
    expect(violations).toEqual([]);
  });
}

/** Tests what the contract promises of every endpoint that requires an API key. */
export function testKeyRoute(run: Service, route: Route): void {
  const bearer = async ({ apiKey, createKey }: TestTenancy) => {
    const key =
      route.scope === undefined ? apiKey : (await createKey({ scopes: [route.scope] })).key;
    return { authorization: `Bearer ${key}` };
  };
  const callers: [
    name: string,
    headers: (
      tenancy: TestTenancy,
      other: TestTenancy,
    ) => Record<string, string> | Promise<Record<string, string>>,
  ][] = [
    ["no key", () => ({})],
    ["a malformed key", () => ({ authorization: "Bearer ks_x" })],
    ["another scheme", ({ apiKey }) => ({ authorization: `Basic ${apiKey}` })],
    [
      "a key with a typo",
      ({ apiKey }) => ({
        authorization: `Bearer ${apiKey.slice(0, -7)}${apiKey.at(-7) === "a" ? "b" : "a"}${apiKey.slice(-6)}`,
      }),
    ],
    ["another tenancy's key", (_, other) => bearer(other)],
    [
      "a key without the scope",
      async (tenancy) => ({
        authorization: `Bearer ${(await tenancy.createKey({ scopes: [route.lacking ?? "vault:export"] })).key}`,
      }),
    ],
    [
      "an expired key",
      async (tenancy) => ({
        authorization: `Bearer ${(await tenancy.createKey({ expiresAt: run.current.clock.now() })).key}`,
      }),
    ],
  ];
  test("a caller without a valid key gets the same Forbidden as for an unknown tenancy, without CORS", async () => {
    const violations = await violationsOf(callers, async (_name, headersOf) => {
      const tenancy = await createTestTenancy(run.current);
      const other = await createTestTenancy(run.current);
      const send = senderOf(route, tenancy);
      const reply = await send({ origin: testOrigin, ...(await headersOf(tenancy, other)) });
      const unknownPath = pathOf(route, run.current.createId());
      const unknownTenancy = await send(await bearer(tenancy), route.body, unknownPath);
      expect(reply.status).toBe(403);
      expect(reply.body).toEqual(unknownTenancy.body);
      expect(reply.body._tag).toBe("@error/Forbidden");
      expect(reply.headers.get("access-control-allow-origin")).toBeNull();
    });
    expect(violations).toEqual([]);
  });
  testMethods(run, route);
  testBodies(run, route, bearer);
}

/** Tests what the contract promises of every endpoint that pages call without a key. */
export function testBrowserRoute(
  run: Service,
  route: Route,
  limit:
    | "optionsPerMinutePerAddress"
    | "verificationsPerMinutePerAddress"
    | "exchangesPerMinutePerAddress",
): void {
  const origin = { origin: testOrigin };
  test("returns InvalidTenancy for an unknown or suspended tenancy", async () => {
    const tenancy = await createTestTenancy(run.current);
    const send = senderOf(route, tenancy);
    const unknown = await send(origin, route.body, pathOf(route, run.current.createId()));
    await tenancy.set({ suspendedAt: new Date(run.current.clock.now()) });
    const suspended = await send(origin);
    for (const reply of [unknown, suspended])
      expect(reply).toMatchObject({ status: 404, body: { _tag: "@error/InvalidTenancy" } });
    expect(suspended.headers.get("access-control-allow-origin")).toBe(testOrigin);
  });

  test("rejects a page of any other origin, which can't read the error", async () => {
    const origins = [
      "https://evil.test",
      "https://app.example.com.",
      "https://APP.example.com",
      "http://app.example.com",
      "null",
      "http://localhost:3000",
    ];
    const violations = await violationsOf(origins, async (wrong) => {
      const reply = await senderOf(route, await createTestTenancy(run.current))({ origin: wrong });
      expect(reply).toMatchObject({ status: 403, body: { _tag: "@error/Forbidden" } });
      expect(reply.headers.get("access-control-allow-origin")).toBeNull();
      expect(reply.headers.get("vary")).toBe("Origin");
    });
    expect(violations).toEqual([]);
  });

  test("rejects another client id, and a missing one if the tenancy requires it", async () => {
    const tenancy = await createTestTenancy(run.current);
    const send = senderOf(route, tenancy);
    expect(await send({ ...origin, "x-client-id": "x" })).toMatchObject({
      status: 403,
      body: { _tag: "@error/Forbidden" },
    });
    await tenancy.set({ requireClientId: true });
    const without = await send(origin);
    expect(without.status).toBe(403);
    expect(without.headers.get("access-control-allow-origin")).toBe(testOrigin);
    expect((await send({ ...origin, "x-client-id": tenancy.clientId })).status).not.toBe(403);
  });

  test("returns RateLimited over its limit, with a Retry-After that the page can read", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { [limit]: 1 });
    const send = senderOf(route, tenancy);
    expect((await send(origin)).status).not.toBe(429);
    const reply = await send(origin);
    expect(reply).toMatchObject({ status: 429, body: { _tag: "@error/RateLimited" } });
    expect(reply.headers.get("retry-after")).toBe(String(reply.body["retryAfterSeconds"]));
    expect(reply.headers.get("access-control-expose-headers")).toBe("Retry-After, X-Request-Id");
  });

  test("a preflight lists the allowed headers for an allowed page only", async () => {
    const { id } = await createTestTenancy(run.current);
    const preflight = (from: string) =>
      callApi("OPTIONS", pathOf(route, id), {
        headers: { origin: from, "access-control-request-method": "POST" },
      });
    const allowed = await preflight(testOrigin);
    expect(allowed.status).toBe(204);
    expect(Object.fromEntries(allowed.headers)).toMatchObject({
      "access-control-allow-origin": testOrigin,
      "access-control-allow-headers": "Content-Type, X-CLIENT-ID, X-PASSLOCK-CLIENT-VERSION",
      "access-control-max-age": "600",
      vary: "Origin",
    });
    expect(allowed.headers.get("access-control-allow-credentials")).toBeNull();
    const refused = await preflight("https://evil.test");
    expect(refused.status).toBe(403);
    expect(refused.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("the page can read its errors", async () => {
    const reply = await senderOf(route, await createTestTenancy(run.current))(origin, "{");
    expect(reply.status).toBe(400);
    expect(reply.headers.get("access-control-allow-origin")).toBe(testOrigin);
  });
  testMethods(run, route);
  testBodies(run, route, () => origin);
}
