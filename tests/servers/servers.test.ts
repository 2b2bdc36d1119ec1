import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { confirmRelatedOriginsHost } from "@/lib/domain/admin/tenancy/related-origins";
import { startTestService, type TestService } from "@/testing/test-service";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";
import { until } from "@/testing/until";
import { violationsOf } from "@/testing/violations";
import { newDatabaseUrl } from "@/testing/worker-database";
import { tenancyCases } from "./cases";
import { type DatabaseRelay, startDatabaseRelay } from "./database-relay";
import { confirmedHost, metricsToken, rootCases } from "./root-cases";
import { type Reply, send, type Wire } from "./send";
import type { ServerCase } from "./server-case";
import { createServerFixture, page, registerUser, type ServerFixture } from "./server-fixture";
import { type ComparedServer, makeSecret, openNextServer, openProductionServer } from "./servers";

let database: DatabaseRelay;
let service: TestService;
const servers: ComparedServer[] = [];
/** For the production server, then for plain Next. */
let fixtures: [ServerFixture, ServerFixture];

beforeAll(async () => {
  database = await startDatabaseRelay(await newDatabaseUrl());
  const shared = {
    databaseUrl: database.url,
    secret: makeSecret(),
    metricsToken,
    baseUrl: "http://localhost:3000",
  };
  const production = await openProductionServer(shared);
  servers.push(production);
  const next = await openNextServer(shared);
  servers.push(next);
  service = startTestService(database.url);
  fixtures = [
    await createServerFixture(production, service),
    await createServerFixture(next, service),
  ];
  const { ctx } = await createTestTenancy(service);
  await confirmRelatedOriginsHost(
    { ...ctx, actor: { kind: "operator", id: service.createId() } },
    confirmedHost,
  );
});

afterAll(async () => {
  await service?.close();
  await Promise.all(servers.map((server) => server.stop()));
  await database?.close();
});

const named = [
  "content-type",
  "cache-control",
  "allow",
  "retry-after",
  "location",
  "cross-origin-resource-policy",
  "access-control-allow-origin",
  "access-control-allow-headers",
  "access-control-allow-methods",
  "access-control-allow-credentials",
  "access-control-expose-headers",
  "access-control-max-age",
];

const shapes: [name: string, pattern: RegExp][] = [
  ["id", /^[0-7][0-9a-hjkmnp-tv-z]{25}$/],
  ["uuid", /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
  ["cursor", /^eyJ[\w-]+\.[\w-]{22}$/],
  ["jwt", /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/],
  ["code", /^\d{6}$/],
  ["user", /^user-[\w-]{8}$/],
  ["mailbox", /^server-[\d-]+@example\.com$/],
  ["random", /^[\w-]{32,}$/],
];

/** The minute in which a wait ends: the two requests aren't sent at the same moment. */
const roundWait = (seconds: number) => `<${Math.ceil(seconds / 60)} min>`;

/** Replaces values that differ between requests with the name of their shape. */
function mask(value: unknown, key?: string): unknown {
  if (key === "retryAfterSeconds" && Number.isInteger(value)) return roundWait(Number(value));
  // An email contains its code twice, once with spaces.
  if (typeof value === "string" && (key === "html" || key === "text"))
    return value.replace(/(?<!#)\b(\d{6}|(\d ){5}\d)\b/g, "<code>");
  if (typeof value === "string")
    return shapes.find(([, pattern]) => pattern.test(value))?.[0].replace(/.*/, "<$&>") ?? value;
  if (typeof value === "number" && Number.isInteger(value) && value > 1e9)
    return value > 1e12 ? "<milliseconds>" : "<seconds>";
  // The decoys of an email differ between tenancies.
  if (key === "allowCredentials")
    return Array.isArray(value) && value.length > 0 ? "<credentials>" : value;
  if (Array.isArray(value)) return value.map((item) => mask(item));
  if (typeof value !== "object" || value === null) return value;
  // Plain Next doesn't know client addresses, which the contract allows.
  // production-server.test.ts tests them.
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      name === "ipAddress" ? [] : [[name, mask(inner, name)]],
    ),
  );
}

// Next adds these to Vary on every response. They are harmless for caches.
const addedByNext = /^(rsc|next-router-[\w-]+|next-url|accept-encoding)$/i;

function varyOf(headers: Headers): string {
  const members = (headers.get("vary") ?? "").split(",").map((member) => member.trim());
  return members.filter((member) => member !== "" && !addedByNext.test(member)).join(", ");
}

/** The parts of a reply that the contract promises. */
function promised({ status, headers, text, body }: Reply) {
  const isText = headers.get("content-type")?.startsWith("text/") === true;
  const isLines = headers.get("content-type") === "application/x-ndjson" && text !== "";
  // Metric values and labels differ between processes, so only the # lines are compared.
  const shown = isLines
    ? text
        .trimEnd()
        .split("\n")
        .map((line) => mask(JSON.parse(line)))
    : isText
      ? text.split("\n").filter((line) => line.startsWith("#"))
      : text === ""
        ? ""
        : mask(body ?? text);
  const seconds = headers.get("retry-after");
  const fields = Object.fromEntries(named.map((name) => [name, headers.get(name)]));
  const masked = {
    vary: varyOf(headers),
    "retry-after": seconds === null ? null : roundWait(Number(seconds)),
    "x-request-id": headers.has("x-request-id"),
  };
  return { status, body: shown, headers: { ...fields, ...masked } };
}

async function sendToBoth(
  { wire, tenancyIdOf = ({ tenancy }) => tenancy.id }: ServerCase,
  place: (path: string, id: string) => string,
): Promise<[Reply, Reply]> {
  const ask = async (fixture: ServerFixture): Promise<Reply> => {
    const request: Wire = await wire(fixture);
    return send(fixture.server, { ...request, path: place(request.path, tenancyIdOf(fixture)) });
  };
  return Promise.all([ask(fixtures[0]), ask(fixtures[1])]);
}

function requireEqual(what: string, received: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(received, expected))
    throw new Error(`${what}expected ${JSON.stringify(expected)}, got ${JSON.stringify(received)}`);
}

function requireDeclared(reply: Reply, { status, tag }: ServerCase): void {
  if (reply.status !== status)
    throw new Error(`expected ${status}, got ${reply.status} ${reply.text.slice(0, 200)}`);
  if (tag !== undefined && reply.text !== "") requireEqual("", reply.body?._tag, tag);
  if (reply.body !== undefined)
    requireEqual("content-type: ", reply.headers.get("content-type"), "application/json");
  expect(reply.headers.get("x-request-id")).toMatch(/^[A-Za-z0-9._:-]{8,128}$/);
  requireEqual("location: ", reply.headers.get("location"), null);
}

/** Requires that plain Next's reply promises what the production server's does. */
function requireAlike(next: Reply, production: Reply): void {
  const [received, expected] = [promised(next), promised(production)];
  for (const [name, value] of Object.entries(expected.headers))
    requireEqual(`${name}: `, (received.headers as Record<string, unknown>)[name], value);
  requireEqual("", received, expected);
}

/** Sends the cases to both servers, and returns where a reply isn't the declared one or differs. */
function wrongReplies(
  cases: ServerCase[],
  place: (path: string, id: string) => string,
): Promise<string[]> {
  const checks = cases.flatMap((each) => {
    let sent: Promise<[Reply, Reply]> | undefined;
    const replies = () => (sent ??= sendToBoth(each, place));
    const check = (server: string, require: (replies: [Reply, Reply]) => void) =>
      [`${each.name}, on ${server}`, async () => require(await replies())] as const;
    return [
      check("the production server", ([production]) => requireDeclared(production, each)),
      check("plain Next", ([production, next]) => {
        requireDeclared(next, each);
        requireAlike(next, production);
      }),
    ];
  });
  return violationsOf(checks, (_name, check) => check());
}

const mounts = [
  ["current", "/v2/"],
  ["older", "/"],
] as const;
const ends = [
  ["", ""],
  [" and a slash", "/"],
] as const;

for (const [mount, prefix] of mounts) {
  for (const [ending, end] of ends) {
    describe(`on the ${mount} mount${ending}, both servers give the same reply about`, () => {
      test.each(tenancyCases)("%s", async (_area, cases) => {
        const served = cases.filter((each) => each.mount === undefined || each.mount === mount);
        const place = (path: string, id: string) =>
          `${prefix}${id}/${path.replace(/(?=\?|$)/, end)}`;
        expect(await wrongReplies(served, place)).toEqual([]);
      });
    });
  }
}

test.each(ends)("at the root%s, both servers give the same reply", async (_ending, end) => {
  expect(await wrongReplies(rootCases, (path) => `${path}${end}`)).toEqual([]);
});

describe.each(mounts)("on the %s mount, at both servers", (mount, prefix) => {
  test("HEAD doesn't use up a code", async () => {
    for (const fixture of fixtures) {
      const { code } = await registerUser(fixture);
      for (const path of mount === "older"
        ? [`token/${code}`, `principal/${code}`]
        : [`principal/${code}`]) {
        const ask = (method: string) =>
          send(fixture.server, {
            method,
            path: `${prefix}${fixture.tenancy.id}/${path}`,
            headers: fixture.key,
          });
        expect(await ask("HEAD")).toMatchObject({ status: 405, text: "" });
      }
      const reply = await send(fixture.server, {
        method: "GET",
        path: `${prefix}${fixture.tenancy.id}/principal/${code}`,
        headers: fixture.key,
      });
      expect(reply).toMatchObject({ status: 200, body: { _tag: "ExtendedPrincipal" } });
    }
  });

  test("a page on an allowed origin can read every response", async () => {
    for (const fixture of fixtures) {
      const reply = await send(fixture.server, {
        method: "POST",
        path: `${prefix}${fixture.tenancy.id}/passkey/registration/options`,
        headers: page,
        body: {},
      });
      expect(reply.status).toBe(400);
      expect(reply.headers.get("access-control-allow-origin")).toBe(testOrigin);
      expect(reply.headers.get("access-control-expose-headers")).toBe("Retry-After, X-Request-Id");
    }
  });
});

test("the response repeats the client's request id, at both servers", async () => {
  for (const { server } of fixtures) {
    const reply = await send(server, {
      method: "GET",
      path: "/healthz",
      headers: { "x-request-id": "caller-0123456789" },
    });
    expect(reply.headers.get("x-request-id")).toBe("caller-0123456789");
  }
});

// Runs last because it ends the connection to the database.
describe("without a database, both servers give the same reply", () => {
  beforeAll(async () => {
    await database.close();
    // Until a server has lost its last connection, it can't know whether a statement took effect.
    for (const { server } of fixtures)
      await until("the server has no connection", async () => {
        const { status } = await send(server, { method: "GET", path: "/readyz" });
        return status === 503 ? true : null;
      });
  });

  const unavailable = { status: 503, tag: "@error/Unavailable" };
  const cases: ServerCase[] = [
    {
      name: "a backend",
      ...unavailable,
      wire: ({ key }) => ({ method: "GET", path: "user/x", headers: key }),
    },
    {
      name: "a page",
      ...unavailable,
      wire: () => ({
        method: "POST",
        path: "passkey/registration/options",
        headers: page,
        body: { username: "ada" },
      }),
    },
  ];

  test("to a backend and a page, with Retry-After", async () => {
    expect(await wrongReplies(cases, (path, id) => `/v2/${id}/${path}`)).toEqual([]);
    for (const each of cases)
      for (const { headers } of await sendToBoth(each, (path, id) => `/v2/${id}/${path}`))
        expect(headers.get("retry-after"), each.name).toMatch(/^[1-9]\d*$/);
  });

  test("a page can read the Unavailable error", async () => {
    for (const { server, tenancy } of fixtures) {
      const { headers } = await send(server, {
        method: "POST",
        path: `/v2/${tenancy.id}/passkey/registration/options`,
        headers: page,
        body: {},
      });
      expect(headers.get("access-control-allow-origin")).toBe(testOrigin);
    }
  });

  test("to probes", async () => {
    const probes = (
      [
        ["/healthz", 200],
        ["/readyz", 503],
      ] as const
    ).map(([path, status]): ServerCase => ({
      name: path,
      status,
      wire: () => ({ method: "GET", path }),
    }));
    expect(await wrongReplies(probes, (own) => own)).toEqual([]);
  });
});
