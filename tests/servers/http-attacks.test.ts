import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestOperator } from "@/testing/test-operator";
import { startTestService, type TestService } from "@/testing/test-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { until } from "@/testing/until";
import { violationsOf } from "@/testing/violations";
import { newDatabaseUrl } from "@/testing/worker-database";
import { type Reply, send } from "./send";
import { createServerFixture, page, registerUser, type ServerFixture } from "./server-fixture";
import { type ComparedServer, makeSecret, openNextServer, openProductionServer } from "./servers";

let service: TestService;
const servers: ComparedServer[] = [];
let production: ServerFixture;
let next: ServerFixture;
/** The production server behind one proxy. */
let proxied: ComparedServer;
const secretName = "Wintermute Ltd";
let userSub: string;
/** What an endless body is answered, after many seconds, in which the other tests run. */
let endlessAnswer: Promise<string>;
let hidden: Awaited<ReturnType<typeof createTestTenancy>>;

beforeAll(async () => {
  const databaseUrl = await newDatabaseUrl();
  const shared = {
    databaseUrl,
    secret: makeSecret(),
    baseUrl: "http://localhost:3000",
  };
  servers.push(
    await openProductionServer(shared),
    await openNextServer(shared),
    await openProductionServer({ ...shared, trustedProxyHops: 1 }),
  );
  service = startTestService(databaseUrl);
  const [first, second, third] = servers;
  if (!first || !second || !third) throw new Error("a server is missing");
  proxied = third;
  [production, next] = [
    await createServerFixture(first, service),
    await createServerFixture(second, service),
  ];
  hidden = await createTestTenancy(service, { name: secretName });
  userSub = (await registerUser(production)).principal.sub;
  endlessAnswer = answerTo("Content-Length: 100", "{");
});

afterAll(async () => {
  await service?.close();
  await Promise.all(servers.map((server) => server.stop()));
});

const get = (
  { server }: Pick<ServerFixture, "server">,
  path: string,
  headers: Record<string, string> = {},
) => send(server, { method: "GET", path, headers });

/** Sends a JSON request with these headers, and resolves with the answer when the server closes. */
const answerTo = (headers: string, body = "") =>
  new Promise<string>((resolve) => {
    const { server, tenancy } = production;
    const socket = connect(server.port, "127.0.0.1");
    let text = "";
    socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
    for (const event of ["close", "error"]) socket.once(event, () => resolve(text));
    const head =
      `POST /v2/${tenancy.id}/passkey/registration/options HTTP/1.1\r\n` +
      `Host: localhost\r\nOrigin: ${page.origin}\r\nConnection: close\r\n` +
      "Content-Type: application/json\r\n";
    socket.write(`${head}${headers}\r\n\r\n${body}`);
  });

/** Checks each case at both servers. */
const violationsAtBoth = <Case>(
  cases: readonly Case[],
  nameOf: (each: Case) => string,
  check: (fixture: ServerFixture, each: Case) => Promise<void>,
): Promise<string[]> =>
  violationsOf(
    cases.flatMap((each): [name: string, fixture: ServerFixture, each: Case][] => [
      [`${nameOf(each)}, on the production server`, production, each],
      [`${nameOf(each)}, on plain Next`, next, each],
    ]),
    (_name, fixture, each) => check(fixture, each),
  );

/** Sends a request and follows Next's redirect to the path whose `_rsc` is the headers' hash. */
async function getFlight(
  fixture: ServerFixture,
  path: string,
  headers: Record<string, string>,
): Promise<Reply> {
  const reply = await get(fixture, path, headers);
  const location = reply.headers.get("location") ?? "";
  return location.includes("_rsc") ? get(fixture, location, headers) : reply;
}

describe("console pages without a session", () => {
  const forms: [name: string, path: (id: string) => string, headers: Record<string, string>][] = [
    ["plain", (id) => `/console/${id}/users`, {}],
    [".rsc", (id) => `/console/${id}/users.rsc`, {}],
    [".rsc with an RSC header", (id) => `/console/${id}/users.rsc`, { rsc: "1" }],
    ["RSC", (id) => `/console/${id}/users?_rsc=abcde`, { rsc: "1" }],
    [
      "prefetch",
      (id) => `/console/${id}/users?_rsc=abcde`,
      { rsc: "1", "next-router-prefetch": "1" },
    ],
    [
      "segment prefetch",
      (id) => `/console/${id}/users?_rsc=abcde`,
      { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_tree" },
    ],
    ["segment file", (id) => `/console/${id}/users.segments/_tree.segment.rsc`, { rsc: "1" }],
    [
      "state tree of the page",
      (id) => `/console/${id}/users?_rsc=abcde`,
      {
        rsc: "1",
        "next-router-state-tree": encodeURIComponent(
          '["",{"children":["console",{}]},null,"refetch"]',
        ),
      },
    ],
    ["data route", (id) => `/_next/data/build/console/${id}/users.json`, { "x-nextjs-data": "1" }],
    [
      "purpose: prefetch",
      (id) => `/console/${id}/users`,
      { purpose: "prefetch", "x-middleware-prefetch": "1" },
    ],
  ];
  test("reveal nothing as .rsc or prefetch variants, at both servers", async () => {
    const check = async (fixture: ServerFixture, [, path, headers]: (typeof forms)[number]) => {
      const reply = await getFlight(fixture, path(hidden.id), headers);
      expect(reply.text).not.toContain(secretName);
      expect([200, 307, 404]).toContain(reply.status);
      if (reply.status === 307) expect(reply.headers.get("location")).toContain("/console/sign-in");
      expect(reply.headers.get("cache-control") ?? "no-store").toMatch(/no-store/);
    };
    expect(await violationsAtBoth(forms, ([name]) => name, check)).toEqual([]);
  });
});

describe("an authenticated page", () => {
  test("is never cached at both servers, nor are its RSC form and redirects", async () => {
    const { cookie } = await createTestOperator(service);
    const requests = [
      [`/console/${hidden.id}/users`, {}],
      [`/console/${hidden.id}/settings`, {}],
      [`/console/${hidden.id}/users?_rsc=abcde`, { rsc: "1" }],
      [`/console/${hidden.id}/passkeys?_rsc=abcde`, { rsc: "1", "next-router-prefetch": "1" }],
      ["/console", {}],
    ] as const;
    for (const fixture of [production, next])
      for (const [path, headers] of requests) {
        const reply = await getFlight(fixture, path, {
          ...headers,
          cookie: `keystead-operator=${cookie}`,
        });
        expect([200, 307], `${path} ${reply.status}`).toContain(reply.status);
        expect(reply.headers.get("location") ?? "").not.toContain("sign-in");
        expect(reply.headers.get("cache-control"), path).toMatch(/\bno-store\b/);
        expect(reply.headers.get("cache-control"), path).not.toMatch(/public|s-maxage/);
      }
    expect(
      (
        await get(production, `/console/${hidden.id}/users`, {
          cookie: `keystead-operator=${cookie}`,
        })
      ).text,
    ).toContain(secretName);
  });
});

test("no 404 may be kept by a shared cache, however its path is written", async () => {
  for (const path of ["/%64ocs", "/%34%30%34", "/404", "/500", "/_not-found", "/nope", "/%6eope"]) {
    const { status, headers } = await get(production, path);
    expect([status, headers.get("cache-control")], path).toEqual([
      404,
      expect.stringMatching(/^(?!.*s-maxage).*\bno-store\b/),
    ]);
  }
});

describe("dynamic segments can't be injected", () => {
  const queries = (id: string, sub: string) => [
    `?nxtPtenancyId=${id}&nxtPsub=${sub}`,
    `?tenancyId=${id}&sub=${sub}`,
    `?1=${id}&2=${sub}`,
    `?__nextLocale=en&nxtItenancyId=${id}`,
    `?params[tenancyId]=${id}`,
  ];
  test("by the query or Next's internal names, at both servers", async () => {
    for (const fixture of [production, next]) {
      const own = (await registerUser(fixture)).principal.sub;
      const other = (await registerUser({ tenancy: fixture.stranger })).principal.sub;
      for (const query of queries(fixture.tenancy.id, own))
        expect(
          await get(fixture, `/v2/${fixture.stranger.id}/user/${other}${query}`, fixture.key),
          query,
        ).toMatchObject({ status: 403 });
      for (const query of queries(fixture.stranger.id, other)) {
        const reply = await get(
          fixture,
          `/v2/${fixture.tenancy.id}/user/${own}${query}`,
          fixture.key,
        );
        // Plain Next drops parameters with its internal names before the endpoint sees them.
        const isDropped = fixture === next && reply.status === 200;
        expect(reply, query).toMatchObject(
          isDropped
            ? { body: { user: { sub: own } } }
            : { status: 400, body: { _tag: "@error/BadRequest" } },
        );
      }
    }
  });

  test("by a segment instead of an id, at both servers", async () => {
    const segments = [
      "[tenancyId]",
      "%5BtenancyId%5D",
      ":tenancyId",
      "%3AtenancyId",
      "[[...unknown]]",
      "$1",
      "%00",
      "*",
    ];
    const check = async (fixture: ServerFixture, segment: string) => {
      const replies = [
        await get(fixture, `/v2/${segment}/user/${userSub}`, fixture.key),
        await get(fixture, `/v2/${fixture.tenancy.id}/user/${segment}`, fixture.key),
        await get(fixture, `/console/${segment}/users`),
        await get(fixture, `/auth/${segment}/sign-in`),
      ];
      for (const reply of replies) {
        expect([307, 400, 403, 404]).toContain(reply.status);
        expect(reply.text).not.toContain(userSub);
      }
    };
    expect(await violationsAtBoth(segments, String, check)).toEqual([]);
  });
});

describe("credentials in any other form", () => {
  const forms: [name: string, value: (key: string) => string][] = [
    ["Basic", (key) => `Basic ${key}`],
    ["Basic, encoded", (key) => `Basic ${Buffer.from(`${key}:`).toString("base64")}`],
    ["Token", (key) => `Token ${key}`],
    ["ApiKey", (key) => `ApiKey ${key}`],
    ["DPoP", (key) => `DPoP ${key}`],
    ["Digest", (key) => `Digest username="${key}"`],
    ["the bare key", (key) => key],
    ["Bearer without a space", (key) => `Bearer${key}`],
    ["Bearer with a parameter", (key) => `Bearer ${key} x`],
    ["Bearer twice", (key) => `Bearer ${key}, Bearer ${key}`],
    ["a quoted key", (key) => `Bearer "${key}"`],
    ["a truncated key", (key) => `Bearer ${key.slice(0, -1)}`],
    ["a key with one character more", (key) => `Bearer ${key}0`],
  ];
  test("Authorization other than Bearer with the key is Forbidden, at both servers", async () => {
    const check = async (fixture: ServerFixture, [, value]: (typeof forms)[number]) =>
      expect(
        await get(fixture, `/v2/${fixture.tenancy.id}/passkeys`, {
          authorization: value(fixture.tenancy.apiKey),
        }),
      ).toMatchObject({ status: 403, body: { _tag: "@error/Forbidden" } });
    expect(await violationsAtBoth(forms, ([name]) => name, check)).toEqual([]);
  });

  test("a key in another header or the query is Forbidden, at both servers", async () => {
    const names = ["x-api-key", "api-key", "proxy-authorization", "cookie"];
    const check = async (fixture: ServerFixture, name: string) => {
      const { id, apiKey } = fixture.tenancy;
      for (const value of [apiKey, `Bearer ${apiKey}`, `authorization=Bearer ${apiKey}`])
        expect(
          (
            await get(fixture, `/v2/${id}/passkeys?api_key=${apiKey}&access_token=${apiKey}`, {
              [name]: value,
            })
          ).status,
        ).toBe(403);
    };
    expect(await violationsAtBoth(names, String, check)).toEqual([]);
  });
});

describe("malformed headers and cookies", () => {
  const cookies = [
    "keystead-operator=",
    "keystead-operator",
    "=",
    ";;;=;",
    "keystead-operator=%E0%A4%A",
    "keystead-operator=%00",
    `keystead-operator=${"x".repeat(6_000)}`,
    'keystead-operator="; keystead-operator=a',
    "__Host-keystead-operator=a; keystead-operator=[object Object]",
  ];
  test("a malformed cookie grants nothing and causes no error, at both servers", async () => {
    const check = async (fixture: ServerFixture, cookie: string) => {
      const reply = await get(fixture, `/console/${hidden.id}/users`, { cookie });
      expect([200, 307]).toContain(reply.status);
      expect(reply.text).not.toContain(secretName);
      expect((await get(fixture, "/healthz", { cookie })).status).toBe(200);
    };
    expect(await violationsAtBoth(cookies, (cookie) => cookie.slice(0, 80), check)).toEqual([]);
  });

  const headers: [name: string, value: string, status: number][] = [
    ["content-type", "application/json;;;=", 400],
    ["content-type", "application/json, text/plain", 415],
    ["content-type", "application", 415],
    ["origin", "null", 403],
    ["origin", "https://app.example.com, https://evil.test", 403],
    ["origin", "https://app.example.com/", 403],
    ["origin", "nonsense", 403],
    ["x-client-id", "x".repeat(5_000), 403],
    ["x-request-id", "a\tb", 400],
    ["accept-language", ",;q=x,*;q=9".repeat(100), 400],
    ["x-forwarded-for", ",".repeat(3_000), 400],
    ["if-none-match", '"'.repeat(3_000), 400],
    ["range", "bytes=0-0,-1,x", 400],
    ["expect", "200-never", 417],
  ];
  test("a malformed header never causes a 500, at both servers", async () => {
    const check = async (
      { server, tenancy }: ServerFixture,
      [name, value, status]: (typeof headers)[number],
    ) => {
      const reply = await send(server, {
        method: "POST",
        path: `/v2/${tenancy.id}/passkey/registration/verification`,
        headers: { ...page, "content-type": "application/json", [name]: value },
        body: "{",
      });
      expect(reply.status, reply.text).toBe(status);
      expect(reply.headers.get("x-request-id") ?? "").not.toContain("\t");
    };
    const nameOf = ([name, value]: (typeof headers)[number]) => `${name}: ${value.slice(0, 80)}`;
    expect(await violationsAtBoth(headers, nameOf, check)).toEqual([]);
  });
});

describe("what strangers send to pages", () => {
  /** A text that must not reach the log. */
  const mark = "Zaphod";
  const multipart = { "content-type": "multipart/form-data; boundary=b" };
  const ofPage = (name: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${mark}\r\n--b--\r\n`;

  /** An action that needs no session. */
  function findAction(): string {
    const { node } = JSON.parse(
      readFileSync(".next/server/server-reference-manifest.json", "utf8"),
    ) as { node: Record<string, { exportedName: string }> };
    const found = Object.entries(node).find(
      ([, { exportedName }]) => exportedName === "signInWithPasskey",
    );
    return found?.[0] ?? "";
  }
  const ofAction = (more: Record<string, string> = {}) => ({
    origin: "http://localhost:3000",
    "next-action": findAction(),
    "content-type": "text/plain;charset=UTF-8",
    ...more,
  });

  type Sent = [name: string, headers: Record<string, string>, body: string];
  const forms = (): Sent[] => [
    ["a broken form", multipart, mark],
    ["a form without a boundary", { "content-type": "multipart/form-data" }, mark],
    ["a form of an unknown action", multipart, ofPage(`$ACTION_ID_${"40".repeat(21)}`)],
    ["a form with a broken reference", multipart, ofPage("$ACTION_REF_1")],
    ["a foreign action", ofAction({ "next-action": mark }), "[]"],
    ["an inherited name as action", ofAction({ "next-action": "toString" }), "[]"],
    ["an action of another build", ofAction({ "next-action": "40".repeat(21) }), "[]"],
    ["another origin", ofAction({ origin: `https://${mark}.test` }), "[]"],
    ["an origin that is no URL", ofAction({ origin: mark }), "[]"],
    ["a foreign X-Forwarded-Host", ofAction({ "x-forwarded-host": `${mark}.test` }), "[{}]"],
    ["a form as arguments", ofAction(multipart), mark],
    ["arguments that are no JSON", ofAction(), `[${mark}`],
    ["arguments that are no list", ofAction(), `"${mark}"`],
    ["no arguments", ofAction(), ""],
    ["too many arguments", ofAction(), JSON.stringify(Array(1_001).fill(mark))],
    ["deep arguments", ofAction(), "[".repeat(50_000)],
    ["a reference to nothing", ofAction(), '["$F1"]'],
    ["a number that is none", ofAction(), `["$n${mark}"]`],
  ];
  const states: [name: string, headers: Record<string, string>][] = [
    ["a state tree that is no JSON", { "next-router-state-tree": mark }],
    ["a state tree with a bad escape", { "next-router-state-tree": `%${mark}` }],
    ["another state tree", { "next-router-state-tree": encodeURIComponent(`["${mark}"]`) }],
    ["a long state tree", { "next-router-state-tree": "x".repeat(9_000) }],
    ["a segment that is none", { "next-router-segment-prefetch": `/${mark}%00` }],
    ["a URL that is none", { "next-url": `//${mark}%` }],
  ];

  test("is no failure of the server, and every line of its log is JSON without their text", async () => {
    const { server } = production;
    const before = server.output().length;
    const paths = ["/console/sign-in", "/docs", "/", "/demo", `/auth/${hidden.id}/sign-in`];
    const posted = paths.flatMap((path) =>
      forms().map(([name, headers, body]): [string, () => Promise<Reply>] => [
        `POST ${path}: ${name}`,
        () => send(server, { method: "POST", path, headers, body }),
      ]),
    );
    const shown = paths.flatMap((path) =>
      states.map(([name, headers]): [string, () => Promise<Reply>] => [
        `GET ${path}: ${name}`,
        () => getFlight(production, path, { rsc: "1", "next-router-prefetch": "1", ...headers }),
      ]),
    );
    const violations = await violationsOf([...posted, ...shown], async (_name, sendIt) =>
      expect((await sendIt()).status).toBeLessThan(500),
    );
    expect(violations).toEqual([]);
    // The log is buffered: what is asked last is written last.
    const last = "0123456789abcdef-last-request";
    await get(production, "/healthz", { "x-request-id": last });
    await until("the log has the last request", () =>
      server.output().includes(last) ? true : null,
    );
    const lines = server.output().slice(before).split("\n").filter(Boolean);
    expect(lines.filter((line) => !line.startsWith("{") || line.includes(mark))).toEqual([]);
  });
});

test("body limits apply to chunked encoding: one large chunk, many small ones, and no end", async () => {
  const answer = (chunks: string) => answerTo("Transfer-Encoding: chunked", chunks);
  const small = "1\r\nx\r\n";
  const end = "0\r\n\r\n";
  expect(await answer(`11170\r\n${"x".repeat(70_000)}\r\n${end}`)).toMatch(/^HTTP\/1\.1 413 /);
  expect(await answer(`11170\r\n${"x".repeat(70_000)}\r\n`)).toMatch(/^HTTP\/1\.1 413 /);
  expect(await answer(small.repeat(70_000) + end)).toMatch(/^HTTP\/1\.1 413 /);
  expect(await answer(small.repeat(100) + end)).toMatch(/^HTTP\/1\.1 400 /);
});

test("rejects too many headers, and large, compressed and endless bodies", async () => {
  const flood = Array.from({ length: 10_000 }, (_, index) => `X-${index}: x`).join("\r\n");
  expect(await answerTo(flood)).toMatch(/^HTTP\/1\.1 431/);
  expect(await answerTo("Content-Length: 1048576")).toMatch(/^HTTP\/1\.1 413/);
  expect(await answerTo("Content-Encoding: gzip\r\nContent-Length: 2", "{}")).toMatch(
    /^HTTP\/1\.1 415/,
  );
  expect(await endlessAnswer).toMatch(/^HTTP\/1\.1 408|^$/);
  expect((await get(production, "/readyz")).status).toBe(200);
});

test("every spelling of an IPv6 address, and IPv4 mapped into IPv6, counts as one address", async () => {
  const spellings = [
    [
      "2001:db8:1:2::7",
      "2001:DB8:1:2::7",
      "2001:0db8:0001:0002:0000:0000:0000:0007",
      "2001:db8:1:2:0:0:0:7",
      "[2001:db8:1:2::7]",
      "[2001:db8:1:2::7]:443",
      "2001:db8:1:2::0.0.0.7",
      "2001:db8:1:2:ffff::1",
    ],
    [
      "203.0.113.9",
      "203.0.113.9:443",
      "::ffff:203.0.113.9",
      "::FFFF:203.0.113.9",
      "::ffff:cb00:7109",
      "0:0:0:0:0:ffff:203.0.113.9",
      "[::ffff:203.0.113.9]:443",
    ],
  ];
  for (const forms of spellings) {
    const { id } = await createTestTenancy(service, {}, { optionsPerMinutePerAddress: 1 });
    const statuses = [];
    for (const forwarded of forms)
      statuses.push(
        (
          await send(proxied, {
            method: "POST",
            path: `/v2/${id}/passkey/authentication/options`,
            headers: { ...page, "x-forwarded-for": forwarded },
            body: {},
          })
        ).status,
      );
    expect(statuses).toEqual(forms.map((_, index) => (index === 0 ? 200 : 429)));
  }
});
