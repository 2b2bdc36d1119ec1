import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authenticate, beginRegistration, register } from "@/testing/ceremonies";
import { startTestService, type TestService } from "@/testing/test-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { until } from "@/testing/until";
import { violationsOf } from "@/testing/violations";
import { newDatabaseUrl } from "@/testing/worker-database";
import { send } from "./send";
import {
  createServerFixture,
  newDevice,
  newUser,
  page,
  registerUser,
  type ServerFixture,
} from "./server-fixture";
import { type ComparedServer, makeSecret, openNextServer, openProductionServer } from "./servers";

let service: TestService;
const servers: ComparedServer[] = [];
let production: ServerFixture;
/** The production server with one trusted proxy. */
let proxied: ServerFixture;
let next: ServerFixture;

beforeAll(async () => {
  const databaseUrl = await newDatabaseUrl();
  const shared = { databaseUrl, secret: makeSecret() };
  // The first start builds if necessary and migrates.
  servers.push(await openProductionServer(shared));
  servers.push(
    ...(await Promise.all([
      openProductionServer({ ...shared, trustedProxyHops: 1 }),
      openNextServer(shared),
    ])),
  );
  service = startTestService(databaseUrl);
  const [first, second, third] = servers;
  if (!first || !second || !third) throw new Error("a server is missing");
  [production, proxied, next] = await Promise.all([
    createServerFixture(first, service),
    createServerFixture(second, service),
    createServerFixture(third, service),
  ]);
});

afterAll(async () => {
  await service?.close();
  await Promise.all(servers.map((server) => server.stop()));
});

describe("the client's address", () => {
  /** Returns the address that a registration with these headers records. */
  async function addressUnder(
    { tenancy }: ServerFixture,
    headers: Record<string, string>,
  ): Promise<unknown> {
    const forged: TestTenancy = {
      ...tenancy,
      browser: (method, path, body, own) =>
        tenancy.browser(method, path, body, { ...headers, ...own }),
    };
    const { code } = await register(forged, newDevice(), newUser());
    const { status, body } = await tenancy.backend("GET", `principal/${code}`, undefined, headers);
    expect(status).toBe(200);
    return (body["metadata"] as { ipAddress?: string }).ipAddress;
  }

  const forgeries: Record<string, string>[] = [
    {},
    { "x-forwarded-for": "203.0.113.9" },
    { "x-keystead-client-address": "203.0.113.9" },
    {
      "X-Keystead-Client-Address": "203.0.113.9",
      "X-Forwarded-For": "203.0.113.9, 203.0.113.10",
      forwarded: "for=203.0.113.9",
      "x-real-ip": "203.0.113.9",
      "cf-connecting-ip": "203.0.113.9",
    },
  ];

  /** Checks which address each set of headers gives. */
  const wrongAddresses = (
    fixture: ServerFixture,
    cases: [headers: Record<string, string>, address: string | undefined][],
  ) =>
    violationsOf(
      cases.map((each) => [JSON.stringify(each[0]), ...each] as const),
      async (_name, headers, address) => expect(await addressUnder(fixture, headers)).toBe(address),
    );

  test("is the connection's, whatever headers claim", async () => {
    const cases = forgeries.map((headers): [typeof headers, string] => [headers, "127.0.0.1"]);
    expect(await wrongAddresses(production, cases)).toEqual([]);
  });

  test("behind one proxy is the right-most entry, which that proxy wrote", async () => {
    const wrong = await wrongAddresses(proxied, [
      [{}, "127.0.0.1"],
      [{ "x-forwarded-for": "203.0.113.9" }, "203.0.113.9"],
      [{ "x-forwarded-for": "198.51.100.1, 203.0.113.9" }, "203.0.113.9"],
      [{ "x-forwarded-for": "198.51.100.1,2001:db8::7" }, "2001:db8::7"],
      [{ "x-forwarded-for": "203.0.113.9, nonsense" }, "127.0.0.1"],
      [
        { "x-forwarded-for": "203.0.113.9", "x-keystead-client-address": "198.51.100.1" },
        "203.0.113.9",
      ],
    ]);
    expect(wrong).toEqual([]);
  });

  test("is unknown under plain Next, whatever headers claim", async () => {
    const cases = forgeries.map((headers): [typeof headers, undefined] => [headers, undefined]);
    expect(await wrongAddresses(next, cases)).toEqual([]);
  });

  test("selects the rate limit bucket: a forged address doesn't, the proxy's entry does", async () => {
    const ask = async ({ server }: ServerFixture, { id }: TestTenancy, forwarded: string) =>
      (
        await send(server, {
          method: "POST",
          path: `/v2/${id}/passkey/authentication/options`,
          headers: {
            ...page,
            "x-forwarded-for": forwarded,
            "x-keystead-client-address": forwarded,
          },
          body: {},
        })
      ).status;
    for (const [fixture, expected] of [
      [production, [200, 429, 429]],
      [proxied, [200, 200, 429]],
      [next, [200, 429, 429]],
    ] as const) {
      const tenancy = await createTestTenancy(service, {}, { optionsPerMinutePerAddress: 1 });
      const statuses = [
        await ask(fixture, tenancy, "203.0.113.1"),
        await ask(fixture, tenancy, "203.0.113.2"),
        await ask(fixture, tenancy, "203.0.113.2"),
      ];
      expect(statuses).toEqual(expected);
    }
  });

  test("is what the proxy wrote, however many headers the client sends before it", async () => {
    const tenancy = await createTestTenancy(service, {}, { optionsPerMinutePerAddress: 1 });
    const many = Object.fromEntries(
      Array.from({ length: 1_100 }, (_, index) => [`x-${index}`, "1"]),
    );
    const ask = (forwarded: string) =>
      send(proxied.server, {
        method: "POST",
        path: `/v2/${tenancy.id}/passkey/authentication/options`,
        headers: { ...page, ...many, "x-forwarded-for": forwarded },
        body: {},
      });
    expect([
      (await ask("203.0.113.1")).status,
      (await ask("203.0.113.2")).status,
      (await ask("203.0.113.2")).status,
    ]).toEqual([200, 200, 429]);
  });
});

describe("an odd path", () => {
  let id: string;
  let sub: string;
  let build: string;
  const fill = (path: string) =>
    path
      .replaceAll("{id}", id)
      .replaceAll("{sub}", sub)
      .replaceAll("{ID}", id.toUpperCase())
      .replaceAll("{build}", build);
  const ask = (path: string, headers: Record<string, string>, fixture = production) =>
    send(fixture.server, { method: "GET", path: fill(path), headers });

  beforeAll(async () => {
    id = production.tenancy.id;
    build = readFileSync(".next/BUILD_ID", "utf8");
    ({ sub } = (await registerUser(production)).principal);
  });

  test("reaches no endpoint, with a key or without", async () => {
    const paths: [path: string, status: number][] = [
      ["//v2/{id}/user/{sub}", 400],
      ["//{id}/user/{sub}", 400],
      ["//evil.test/v2/{id}/user/{sub}", 400],
      ["/v2//{id}/user/{sub}", 400],
      ["/v2/{id}//user/{sub}", 404],
      ["/{id}//user/{sub}", 404],
      ["/v2/{id}/user/{sub}//", 404],
      ["/v2/{id}/x/../user/{sub}", 404],
      ["/v2/{id}/x/%2e%2e/user/{sub}", 404],
      ["/v2/{id}/%2E/user/{sub}", 404],
      ["/{id}/%2e%2e/{id}/user/{sub}", 404],
      ["/healthz/../v2/{id}/user/{sub}", 400],
      ["/healthz/%2e%2e/v2/{id}/user/{sub}", 400],
      ["/_next/..%2fv2/{id}/user/{sub}", 404],
      ["/console/%2E%2e/{id}/user/{sub}", 400],
      ["/v2/{id}/user%2f{sub}", 404],
      ["/v2/{id}%2fuser%2f{sub}", 404],
      ["/v2%2f{id}%2fuser%2f{sub}", 404],
      ["/%2fv2/{id}/user/{sub}", 404],
      ["/v2/{id}/user%5c{sub}", 404],
      ["/v2/{id}/user\\{sub}", 400],
      ["/v2/{id};v=1/user/{sub}", 403],
      ["/v2/{id}/user;v=1/{sub}", 404],
      ["/v2/{id}/user/{sub};v=1", 404],
      ["/;/v2/{id}/user/{sub}", 404],
      ["/V2/{id}/user/{sub}", 404],
      ["/v2/{id}/USER/{sub}", 404],
      ["/v2/{ID}/user/{sub}", 403],
      ["/{ID}/user/{sub}", 403],
      ["/v2/{id}/user/{sub}%3f", 404],
      ["/v2/{id}/user/{sub}%20", 404],
      ["/v2/{id}/user/{sub}.json", 404],
      ["/v2/{id}/user/{sub}.rsc", 404],
      ["/_next/data/x/v2/{id}/user/{sub}.json", 404],
      ["/_next/data/{build}/v2/{id}/user/{sub}.json", 404],
      ["/%5Fnext/data/{build}/v2/{id}/user/{sub}.json", 404],
      ["/_next/dat%61/{build}/v2/{id}/user/{sub}.json", 404],
      ["/v2/{id}/user/%ff", 404],
      ["/v2/{id}/user/{sub}?x=/../../token", 400],
      ["/%ff", 400],
      ["*", 400],
      ["http://evil.test//v2/{id}/user/{sub}", 400],
    ];
    const check = async (path: string, status: number) => {
      const withKey = await ask(path, production.key);
      const without = await ask(path, {});
      expect(withKey.status).toBe(status);
      expect([status, 403]).toContain(without.status);
      for (const reply of [withKey, without]) {
        expect(reply.headers.get("location")).toBeNull();
        expect(reply.text).not.toContain(sub);
      }
    };
    expect(await violationsOf(paths, check)).toEqual([]);
  });

  test("that only spells its plain form otherwise equals it, with the same key check", async () => {
    const paths = [
      "/v2/{id}/%75ser/{sub}",
      "/%76%32/{id}/user/{sub}",
      "/{id}/user/{sub}/",
      "http://evil.test/v2/{id}/user/{sub}",
      "HTTPS://evil.test:1/{id}/user/{sub}/",
    ];
    const check = async (path: string) => {
      expect(await ask(path, production.key)).toMatchObject({
        status: 200,
        body: { user: { sub } },
      });
      for (const headers of [{}, { authorization: `Bearer ${production.stranger.apiKey}` }])
        expect(await ask(path, headers)).toMatchObject({
          status: 403,
          body: { _tag: "@error/Forbidden" },
        });
    };
    expect(await violationsOf(paths, check)).toEqual([]);
  });

  test("gives no page access to an endpoint that requires a key, at both servers", async () => {
    for (const { server, tenancy } of [production, next]) {
      for (const step of [
        "../authorize",
        "%2e%2e/authorize",
        "..%2fauthorize",
        "./../authorize",
        "..;/authorize",
        "..\\authorize",
        "/../authorize",
      ]) {
        for (const mount of ["/v2", ""]) {
          const reply = await send(server, {
            method: "POST",
            path: `${mount}/${tenancy.id}/passkey/registration/options/${step}`,
            headers: page,
            body: { username: "ada" },
          });
          expect(reply.text).not.toContain("registrationToken");
          expect(reply.status).not.toBe(200);
        }
      }
    }
  });

  test("shares the rate limit of its plain form", async () => {
    const { id: own } = await createTestTenancy(service, {}, { optionsPerMinutePerAddress: 3 });
    const path = `${own}/passkey/authentication/options`;
    const forms = [
      `/v2/${path}`,
      `/v2/${path}/`,
      `/${path}`,
      `/${path}/`,
      `/v2/${path.replace("options", "%6fptions")}`,
      `http://evil.test/v2/${path}`,
    ];
    const statuses: number[] = [];
    for (const form of forms)
      statuses.push(
        (await send(production.server, { method: "POST", path: form, headers: page, body: {} }))
          .status,
      );
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
  });
});

describe("a header that claims another request", () => {
  test("changes no method, at both servers", async () => {
    for (const fixture of [production, next]) {
      const { code, principal } = await registerUser(fixture);
      const path = `/v2/${fixture.tenancy.id}/user/${principal.sub}`;
      for (const name of ["x-http-method-override", "x-http-method", "x-method-override"]) {
        const headers = { ...fixture.key, [name]: "PATCH" };
        expect(await send(fixture.server, { method: "GET", path, headers })).toMatchObject({
          status: 200,
          body: { user: { givenName: "" } },
        });
        expect(
          await send(fixture.server, { method: "GET", path: `${path}?_method=PATCH`, headers }),
        ).toMatchObject({ status: 400 });
        expect(
          await send(fixture.server, {
            method: "POST",
            path,
            headers: { ...fixture.key, [name]: "GET" },
            body: {},
          }),
        ).toMatchObject({ status: 405 });
        expect(
          await send(fixture.server, {
            method: "HEAD",
            path: `/v2/${fixture.tenancy.id}/principal/${code}`,
            headers: { ...fixture.key, [name]: "GET" },
          }),
        ).toMatchObject({ status: 405 });
      }
      expect((await fixture.tenancy.backend("GET", `principal/${code}`)).status).toBe(200);
    }
  });

  test("changes no path, at both servers", async () => {
    for (const fixture of [production, next]) {
      const { principal } = await registerUser(fixture);
      const path = `/v2/${fixture.tenancy.id}/user/${principal.sub}`;
      for (const name of [
        "x-original-url",
        "x-rewrite-url",
        "x-matched-path",
        "x-invoke-path",
        "x-now-route-matches",
        "next-url",
        "x-middleware-rewrite",
        "x-middleware-subrequest",
        "x-nextjs-data",
      ]) {
        expect(
          await send(fixture.server, {
            method: "GET",
            path: "/healthz",
            headers: { ...fixture.key, [name]: path },
          }),
        ).toMatchObject({ status: 200, body: { status: "ok" } });
        expect(
          await send(fixture.server, { method: "GET", path, headers: { [name]: "/healthz" } }),
        ).toMatchObject({ status: 403 });
      }
    }
  });
});

test("an unknown method returns 405 with the allowed methods", async () => {
  const { id } = production.tenancy;
  const paths: [path: string, allow: string][] = [
    ["/healthz", "GET, HEAD"],
    ["/v2/.well-known/jwks.json", "GET, HEAD"],
    [`/v2/${id}/principal/x`, "GET, POST"],
    [`/${id}/token/x/`, "GET"],
    [`/${id}/passkey/registration/options`, "POST, OPTIONS"],
  ];
  const cases = ["PROPFIND", "TRACE", "PUT", "QUERY", "PURGE"].flatMap((method) =>
    paths.map(([path, allow]) => [`${method} ${path}`, method, path, allow] as const),
  );
  const check = async (_name: string, method: string, path: string, allow: string) => {
    const reply = await send(production.server, { method, path, headers: production.key });
    expect(reply).toMatchObject({ status: 405, body: { _tag: "@error/MethodNotAllowed" } });
    expect(reply.headers.get("allow")).toBe(allow);
    expect(reply.headers.get("content-type")).toBe("application/json");
  };
  expect(await violationsOf(cases, check)).toEqual([]);
});

test("a page is HTML, with a request id", async () => {
  const pages: [path: string, status: number][] = [
    ["/", 200],
    ["/docs/nope", 404],
    ["/nope.png", 404],
  ];
  const check = async (path: string, status: number) => {
    const get = (headers: Record<string, string>) =>
      send(production.server, { method: "GET", path, headers });
    const reply = await get({ "x-request-id": "caller-0123456789" });
    expect(reply.status).toBe(status);
    expect(reply.headers.get("content-type")).toMatch(/^text\/html/);
    expect(reply.body).toBeUndefined();
    expect(reply.headers.get("x-request-id")).toBe("caller-0123456789");
    expect((await get({})).headers.get("x-request-id")).toMatch(/^[0-9a-f]{32}$/);
  };
  expect(await violationsOf(pages, check)).toEqual([]);
});

test("logs contain no code, token, key or URL, at both servers", async () => {
  for (const fixture of [production, next]) {
    const { tenancy, server } = fixture;
    const { registrationToken } = (
      await tenancy.backend("POST", "passkey/registration/authorize", newUser())
    ).body;
    const { sessionToken, optionsJSON } = await beginRegistration(tenancy, newUser());
    const device = newDevice();
    const registered = await register(tenancy, device, { username: "logged@example.com" });
    const signedIn = await authenticate(tenancy, device);
    const secrets = [
      tenancy.apiKey,
      registrationToken,
      sessionToken,
      optionsJSON.challenge,
      registered.code,
      registered.id_token,
      signedIn.code,
      signedIn.id_token,
      "logged@example.com",
    ].map(String);
    await tenancy.backend("GET", `principal/${registered.code}`);
    for (const secret of secrets) {
      for (const path of [
        `/v2/${tenancy.id}/principal/${secret}`,
        `/${tenancy.id}/token/${secret}/`,
        `/v2/${tenancy.id}/${secret}`,
        `/v2/${tenancy.id}/user/${secret}%ff`,
        `//x/${secret}`,
        `/healthz?code=${secret}`,
        `/console/${secret}`,
        `/%ff/${secret}`,
      ]) {
        for (const method of ["GET", "POST", "TRACE"])
          await send(server, {
            method,
            path,
            headers: { authorization: `Bearer ${tenancy.apiKey}`, cookie: `x=${secret}` },
          });
      }
      await send(server, {
        method: "POST",
        path: `/v2/${tenancy.id}/passkey/registration/verification`,
        headers: page,
        body: { sessionToken: secret },
      });
      await send(server, {
        method: "GET",
        path: "/healthz",
        headers: { "x-request-id": `no id: ${secret}`, authorization: secret },
      });
    }
    await send(server, {
      method: "GET",
      path: "/healthz",
      headers: { "x-request-id": "the-last-of-all" },
    });
    await until("the last line of the log", () =>
      server.output().includes("the-last-of-all") ? true : null,
    );
    const telling = [...secrets, `/v2/${tenancy.id}`, `/${tenancy.id}/`].map((text) =>
      server
        .output()
        .split("\n")
        .find((line) => line.includes(text)),
    );
    expect(telling.filter((line) => line !== undefined)).toEqual([]);
  }
});
