import { describe, expect, test } from "vitest";
import { z } from "zod";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";
import { methodNames } from "@/lib/http/endpoint/route-module";
import { type ApiReply, callApi } from "@/testing/api-client";
import { declaredRoutes } from "@/testing/declared-routes";
import { withLostDatabase } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { violationsOf } from "@/testing/violations";

const run = provideService();
const stranger = "https://evil.test";
const routesFor = (auth: string) => [
  ...new Set(
    declaredRoutes.filter(({ declaration }) => declaration.auth === auth).map(({ path }) => path),
  ),
];
const placeOf = (path: string, { id }: { id: string }) =>
  path.replace("[tenancyId]", id).replace(/\[\w+\]/g, "x");

function expectReadable({ headers }: ApiReply, origin = testOrigin): void {
  expect(headers.get("access-control-allow-origin")).toBe(origin);
  expect(headers.get("access-control-expose-headers")).toBe("Retry-After, X-Request-Id");
  expect(headers.get("vary")).toBe("Origin");
  expect(headers.get("access-control-allow-credentials")).toBeNull();
}
function expectUnreadable({ headers }: ApiReply): void {
  expect(headers.get("access-control-allow-origin")).toBeNull();
  expect(headers.get("vary")).toBe("Origin");
}

type Provoke = (tenancy: TestTenancy, path: string, origin: string) => Promise<ApiReply>;
const post =
  (headers: Record<string, string> = {}, body: unknown = {}): Provoke =>
  (tenancy, path, origin) =>
    callApi("POST", placeOf(path, tenancy), { body, headers: { origin, ...headers } });

/** Every status that an endpoint for browsers can answer besides its success. */
const errors: [name: string, status: number, provoke: Provoke][] = [
  [
    "a body that the schema refuses",
    400,
    post({}, { sessionToken: 1, registrationToken: 1, authenticationToken: 1 }),
  ],
  ["a body that is no JSON", 400, post({}, "{")],
  ["another client id", 403, post({ "x-client-id": "x" })],
  [
    "a wrong method",
    405,
    (tenancy, path, origin) => callApi("DELETE", placeOf(path, tenancy), { headers: { origin } }),
  ],
  ["a body over 64 KiB", 413, post({}, { padding: "x".repeat(65_536) })],
  ["another media type", 415, post({ "content-type": "text/plain" })],
  [
    "a limit",
    429,
    async (tenancy, path, origin) => {
      await tenancy.set({
        optionsPerMinutePerAddress: 1,
        verificationsPerMinutePerAddress: 1,
        exchangesPerMinutePerAddress: 1,
      });
      await post()(tenancy, path, testOrigin);
      return post()(tenancy, path, origin);
    },
  ],
  [
    "a suspended tenancy",
    404,
    async (tenancy, path, origin) => {
      await tenancy.set({ suspendedAt: new Date(run.current.clock.now()) });
      return post()(tenancy, path, origin);
    },
  ],
  [
    "a lost database",
    503,
    async (tenancy, path, origin) => {
      await post()(tenancy, path, testOrigin);
      return withLostDatabase(() => post()(tenancy, path, origin));
    },
  ],
];

const browserPaths = routesFor("browser");

test("an error is readable by a page of an allowed origin; by others only for an unknown tenancy", async () => {
  const cases = browserPaths.flatMap((path) =>
    errors.map(
      ([name, status, provoke]) => [`${path}: ${name} (${status})`, path, status, provoke] as const,
    ),
  );
  const violations = await violationsOf(cases, async (_name, path, status, provoke) => {
    const reply = await provoke(await createTestTenancy(run.current), path, testOrigin);
    expect(reply.status).toBe(status);
    expectReadable(reply);
    const toStranger = await provoke(await createTestTenancy(run.current), path, stranger);
    if (status === 404) expectReadable(toStranger, stranger);
    else expectUnreadable(toStranger);
  });
  expect(violations).toEqual([]);
});

test("any page can read that a tenancy is unknown or suspended, after a successful preflight", async () => {
  const cases = browserPaths.flatMap((path) =>
    ["unknown", "suspended"].flatMap((state) =>
      [testOrigin, stranger].map(
        (origin) => [`${path}: ${state}, to ${origin}`, path, state, origin] as const,
      ),
    ),
  );
  const violations = await violationsOf(cases, async (_name, path, state, origin) => {
    const tenancy = await createTestTenancy(run.current);
    await tenancy.set({ suspendedAt: new Date(run.current.clock.now()) });
    const id = state === "unknown" ? run.current.createId() : tenancy.id;
    const preflight = await callApi("OPTIONS", placeOf(path, { id }), {
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
      },
    });
    // A browser takes any other status for a network error (Fetch §4.8).
    expect(preflight.status).toBe(204);
    expectReadable(preflight, origin);
    expect(preflight.headers.get("access-control-allow-headers")).toMatch(/^Content-Type/);
    const reply = await post()({ id } as TestTenancy, path, origin);
    expect(reply).toMatchObject({ status: 404, body: { _tag: "@error/InvalidTenancy" } });
    expectReadable(reply, origin);
  });
  expect(violations).toEqual([]);
});

test("a preflight from an origin that is not allowed is rejected", async () => {
  const violations = await violationsOf(browserPaths, async (path) => {
    const tenancy = await createTestTenancy(run.current);
    const ask = (origin: string) =>
      callApi("OPTIONS", placeOf(path, tenancy), {
        headers: { origin, "access-control-request-method": "POST" },
      });
    expectReadable(await ask(testOrigin));
    const refused = await ask(stranger);
    expect(refused.status).toBe(403);
    expectUnreadable(refused);
  });
  expect(violations).toEqual([]);
});

test("a caller without an origin is served, without CORS headers", async () => {
  const violations = await violationsOf(browserPaths, async (path) => {
    const tenancy = await createTestTenancy(run.current);
    const reply = await callApi("POST", placeOf(path, tenancy), { body: {} });
    expect(reply.status).not.toBe(403);
    expectUnreadable(reply);
  });
  expect(violations).toEqual([]);
});

describe("an origin that the tenancy has removed", () => {
  const remembered = async () => {
    const tenancy = await createTestTenancy(run.current);
    expectReadable(await tenancy.browser("POST", "passkey/authentication/options", {}));
    await tenancy.set({ allowedOrigins: ["https://new.example.com"] });
    return tenancy;
  };

  test("is rejected immediately and cannot read responses", async () => {
    const reply = await (await remembered()).browser("POST", "passkey/authentication/options", {});
    expect(reply.status).toBe(403);
    expectUnreadable(reply);
  });
});

test("an unexpected failure is readable by the page, without details", async () => {
  const broken = methods({
    POST: endpoint({
      operation: "probe",
      summary: "Probe",
      auth: "browser",
      limit: "options",
      success: [200, z.object({})],
      errors: [],
      handle: () => Promise.reject(new Error("secret")),
    }),
  });
  const tenancy = await createTestTenancy(run.current);
  const response = await broken.POST(
    new Request("http://localhost/", { method: "POST", headers: { origin: testOrigin } }),
    { params: Promise.resolve({ tenancyId: tenancy.id }) },
  );
  const body = (await response.json()) as ApiReply["body"];
  expect(body).toEqual({
    _tag: "@error/Internal",
    message: "Something went wrong on our side. Try again later.",
    requestId: response.headers.get("x-request-id"),
  });
  expectReadable({ status: response.status, headers: response.headers, text: "", body });
});

test("a backend endpoint rejects preflights, and sends no CORS headers to a page of an allowed origin", async () => {
  const violations = await violationsOf(routesFor("apiKey"), async (path) => {
    const tenancy = await createTestTenancy(run.current);
    for (const method of methodNames)
      for (const authorization of [`Bearer ${tenancy.apiKey}`, "Bearer x"]) {
        const body = method === "POST" || method === "PATCH" ? { body: {} } : {};
        const { headers, status } = await callApi(method, placeOf(path, tenancy), {
          ...body,
          headers: { origin: testOrigin, authorization },
        });
        expect(
          [...headers.keys()].filter(
            (name) => name.startsWith("access-control-") || name === "vary",
          ),
          `${method} ${status}`,
        ).toEqual([]);
        if (method === "OPTIONS") expect(status).toBe(405);
      }
  });
  expect(violations).toEqual([]);
});
