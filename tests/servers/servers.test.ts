import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { confirmRelatedOriginsHost } from "@/lib/domain/tenancy/related-origins";
import { startTestService, type TestService } from "@/lib/testing/test-service";
import { createTestTenancy, testOrigin } from "@/lib/testing/test-tenancy";
import { tenancyCases } from "./cases";
import type { ServerCase } from "./server-case";
import { confirmedHost, metricsToken, rootCases } from "./root-cases";
import { send, type Reply, type Wire } from "./send";
import {
  makeSecret,
  openNextServer,
  openProductionServer,
  startDatabase,
  type ComparedServer,
} from "./servers";
import { makeWorld, page, registerSomebody, type World } from "./world";

let database: Awaited<ReturnType<typeof startDatabase>>;
let service: TestService;
const servers: ComparedServer[] = [];
/** The production server's, then plain Next's. */
let worlds: [World, World];

beforeAll(async () => {
  database = await startDatabase();
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
  worlds = [await makeWorld(production, service), await makeWorld(next, service)];
  const { ctx } = await createTestTenancy(service);
  await confirmRelatedOriginsHost(
    { ...ctx, actor: { kind: "operator", id: service.createId() } },
    confirmedHost,
  );
});

afterAll(async () => {
  await service?.close();
  await Promise.all(servers.map((server) => server.stop()));
  await database?.stop();
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
  ["mailbox", /^door-[\d-]+@example\.com$/],
  ["random", /^[\w-]{32,}$/],
];

/** What differs from request to request, by its shape; anything else as it is. */
function mask(value: unknown, key?: string): unknown {
  if (key === "retryAfterSeconds" && Number.isInteger(value))
    return Number(value) <= 60 ? "<seconds>" : value;
  // A mail holds its code twice, once spelled.
  if (typeof value === "string" && (key === "html" || key === "text"))
    return value.replace(/(?<!#)\b(\d{6}|(\d ){5}\d)\b/g, "<code>");
  if (typeof value === "string")
    return shapes.find(([, pattern]) => pattern.test(value))?.[0].replace(/.*/, "<$&>") ?? value;
  if (typeof value === "number" && Number.isInteger(value) && value > 1e9)
    return value > 1e12 ? "<milliseconds>" : "<seconds>";
  // The decoys of an email differ from tenancy to tenancy.
  if (key === "allowCredentials")
    return Array.isArray(value) && value.length > 0 ? "<credentials>" : value;
  if (Array.isArray(value)) return value.map((item) => mask(item));
  if (typeof value !== "object" || value === null) return value;
  // Plain Next knows no addresses, which the contract allows; production-door.test.ts asks for
  // them.
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      name === "ipAddress" ? [] : [[name, mask(inner, name)]],
    ),
  );
}

// Next names them on whatever it answers; a cache that heeds them as well does no harm.
const addedByNext = /^(rsc|next-router-[\w-]+|next-url|accept-encoding)$/i;

function varyOf(headers: Headers): string {
  const members = (headers.get("vary") ?? "").split(",").map((member) => member.trim());
  return members.filter((member) => member !== "" && !addedByNext.test(member)).join(", ");
}

/** Everything that the contract promises of an answer. */
function promised({ status, headers, text, body }: Reply) {
  const isText = headers.get("content-type")?.startsWith("text/") === true;
  const isLines = headers.get("content-type") === "application/x-ndjson" && text !== "";
  // Of metrics the values are each process's own, and so are labels that only one of them has seen.
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
    "retry-after": seconds === null || Number(seconds) > 60 ? seconds : "<seconds>",
    "x-request-id": headers.has("x-request-id"),
  };
  return { status, body: shown, headers: { ...fields, ...masked } };
}

async function askBoth(
  { wire, whose = ({ tenancy }) => tenancy.id }: ServerCase,
  place: (path: string, id: string) => string,
): Promise<[Reply, Reply]> {
  const ask = async (world: World): Promise<Reply> => {
    const request: Wire = await wire(world);
    return send(world.server, { ...request, path: place(request.path, whose(world)) });
  };
  return Promise.all([ask(worlds[0]), ask(worlds[1])]);
}

function requireAlike([production, next]: [Reply, Reply], { status, tag }: ServerCase): void {
  expect(production.status, production.text).toBe(status);
  if (tag !== undefined && production.text !== "") expect(production.body._tag).toBe(tag);
  if (production.body !== undefined)
    expect(production.headers.get("content-type")).toBe("application/json");
  expect(production.headers.get("x-request-id")).toMatch(/^[A-Za-z0-9._:-]{8,128}$/);
  expect(production.headers.get("location")).toBeNull();
  expect(promised(next)).toEqual(promised(production));
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
    describe(`on the ${mount} mount${ending}, both doors answer alike`, () => {
      test.each(tenancyCases.filter((each) => each.mount === undefined || each.mount === mount))(
        "$name",
        async (each) => {
          requireAlike(
            await askBoth(each, (path, id) => `${prefix}${id}/${path.replace(/(?=\?|$)/, end)}`),
            each,
          );
        },
      );
    });
  }
}

describe.each(ends)("from the root%s, both doors answer alike", (_ending, end) => {
  test.each(rootCases)("$name", async (each) => {
    requireAlike(await askBoth(each, (path) => `${path}${end}`), each);
  });
});

describe.each(mounts)("on the %s mount, at either door", (mount, prefix) => {
  test("HEAD spends no code", async () => {
    for (const world of worlds) {
      const { code } = await registerSomebody(world);
      for (const path of mount === "older"
        ? [`token/${code}`, `principal/${code}`]
        : [`principal/${code}`]) {
        const ask = (method: string) =>
          send(world.server, {
            method,
            path: `${prefix}${world.tenancy.id}/${path}`,
            headers: world.key,
          });
        expect(await ask("HEAD")).toMatchObject({ status: 405, text: "" });
      }
      const reply = await send(world.server, {
        method: "GET",
        path: `${prefix}${world.tenancy.id}/principal/${code}`,
        headers: world.key,
      });
      expect(reply).toMatchObject({ status: 200, body: { _tag: "ExtendedPrincipal" } });
    }
  });

  test("a page may read whatever an allowed origin is answered", async () => {
    for (const world of worlds) {
      const reply = await send(world.server, {
        method: "POST",
        path: `${prefix}${world.tenancy.id}/passkey/registration/options`,
        headers: page,
        body: {},
      });
      expect(reply.status).toBe(400);
      expect(reply.headers.get("access-control-allow-origin")).toBe(testOrigin);
      expect(reply.headers.get("access-control-expose-headers")).toBe("Retry-After, X-Request-Id");
    }
  });
});

test("a given request id comes back, at either door", async () => {
  for (const { server } of worlds) {
    const reply = await send(server, {
      method: "GET",
      path: "/healthz",
      headers: { "x-request-id": "caller-0123456789" },
    });
    expect(reply.headers.get("x-request-id")).toBe("caller-0123456789");
  }
});

// Last, for it takes the database away.
describe("without a database, both doors answer alike", () => {
  beforeAll(() => database.stop());

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

  test.each(cases)("$name", async (each) => {
    const replies = await askBoth(each, (path, id) => `/v2/${id}/${path}`);
    requireAlike(replies, each);
    for (const { headers } of replies) expect(headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  });

  test("a page may read that the service is unavailable", async () => {
    for (const { server, tenancy } of worlds) {
      const { headers } = await send(server, {
        method: "POST",
        path: `/v2/${tenancy.id}/passkey/registration/options`,
        headers: page,
        body: {},
      });
      expect(headers.get("access-control-allow-origin")).toBe(testOrigin);
    }
  });

  test.each([
    ["/healthz", 200],
    ["/readyz", 503],
  ])("%s says so", async (path, status) => {
    const each: ServerCase = { name: path, status, wire: () => ({ method: "GET", path }) };
    requireAlike(await askBoth(each, (own) => own), each);
  });
});
