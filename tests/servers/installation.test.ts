import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exitCode } from "@/cli/exit-code";
import { pngPicture } from "@/testing/pictures";
import { removeServer, type ServerProcess, startServer } from "@/testing/server-process";
import { startTestService, type TestService } from "@/testing/test-service";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";
import { until } from "@/testing/until";
import { newDatabaseUrl } from "@/testing/worker-database";
import { send } from "./send";
import { makeSecret } from "./servers";

const baseUrl = "https://id.example.com";
const weak = "correct-Horse-battery-staple-correct-Horse-battery-staple";
let environment: Record<string, string>;
const servers: ServerProcess[] = [];

async function start(env: Record<string, string> = {}, args?: string[]): Promise<ServerProcess> {
  const server = await startServer({
    env: { ...environment, ...env },
    ...(args === undefined ? {} : { args }),
  });
  servers.push(server);
  return server;
}
async function ready(...given: Parameters<typeof start>): Promise<ServerProcess> {
  const server = await start(...given);
  await server.ready();
  return server;
}

/** Waits for a line of the log, which is buffered for a moment. */
const logged = ({ output }: ServerProcess, line: RegExp) =>
  until(String(line), () => (line.test(output()) ? true : null));

beforeAll(async () => {
  environment = {
    KEYSTEAD_MODE: "production",
    DATABASE_URL: await newDatabaseUrl(),
    BASE_URL: baseUrl,
    KEYSTEAD_SECRET: makeSecret(),
    NEXT_TELEMETRY_DISABLED: "1",
  };
});

afterAll(async () => {
  await Promise.all(servers.map(removeServer));
});

test("a production start rejects a weak secret on a new installation, and an http base URL", async () => {
  for (const [env, sentence] of [
    [
      { KEYSTEAD_SECRET: weak },
      /KEYSTEAD_SECRET is too easy to guess\. Create one with: openssl rand -base64 48/,
    ],
    [{ BASE_URL: "http://id.example.com" }, /Production mode needs an https BASE_URL/],
  ] as const) {
    const refused = await start(env);
    expect(await refused.exit()).toBe(exitCode.unavailable);
    expect(refused.errors()).toMatch(sentence);
    expect(refused.errors()).not.toContain(weak);
  }
});

describe("in production on https", () => {
  let production: ServerProcess;
  let next: ServerProcess;
  let service: TestService;

  beforeAll(async () => {
    production = await ready();
    next = await ready({}, ["node_modules/next/dist/bin/next", "start", "-H", "127.0.0.1"]);
    service = startTestService(environment["DATABASE_URL"] ?? "");
  });
  afterAll(() => service?.close());

  test("no start prints a set-up link: it names the command that prints one", () => {
    expect(production.output()).toContain("operator recover --email");
    expect(production.output() + production.errors()).not.toContain("#");
  });

  test("every response of both servers has HSTS: API, errors, hosted pages, pages and redirects", async () => {
    const { id } = await createTestTenancy(service);
    const requests = [
      ["GET", "/healthz", 200],
      ["GET", "/openapi.json", 200],
      ["GET", "/.well-known/jwks.json", 200],
      ["GET", "/client/v2.js", 200],
      ["GET", `/v2/${id}/passkeys`, 403],
      ["OPTIONS", `/v2/${id}/passkey/registration/options`, 204],
      ["DELETE", "/healthz", 405],
      ["GET", `/auth/${id}/sign-in`, 404],
      ["GET", "/", 200],
      ["GET", "/docs", 200],
      ["GET", "/llms.txt", 200],
      ["GET", "/console", 307],
      ["GET", "/console/sign-in", 200],
    ] as const;
    for (const { port } of [production, next])
      for (const [method, path, status] of requests) {
        const reply = await send({ port }, { method, path, headers: { origin: testOrigin } });
        expect(`${path} ${reply.status} ${reply.headers.get("strict-transport-security")}`).toBe(
          `${path} ${status} max-age=31536000`,
        );
      }
    for (const path of ["//", "/%ff", "/nowhere", "/_next/static/nowhere.js"])
      expect(
        (await send(production, { method: "GET", path })).headers.get("strict-transport-security"),
        path,
      ).toBe("max-age=31536000");
  });

  test("the start page helps lost users, offers no demo, and stays out of search engines", async () => {
    for (const { port } of [production, next]) {
      const { text } = await send({ port }, { method: "GET", path: "/" });
      expect(text).toContain("Looking for your account?");
      expect(text).toContain('<meta name="robots" content="noindex"/>');
      expect(text).not.toMatch(/href="\/(demo|inbox)/);
    }
  });

  test("/_next/image returns 404 at both servers for any picture", async () => {
    const tenancy = await createTestTenancy(service);
    // A logo that was stored before logos had a maximum size.
    await tenancy.set({
      brandLogo: pngPicture(12_000, 12_000),
      brandLogoType: "image/png",
      brandLogoHash: "0123456789abcdef",
    });
    const logo = `/logo/${tenancy.id}/0123456789abcdef`;
    for (const { port } of [production, next]) {
      expect((await send({ port }, { method: "GET", path: logo })).status).toBe(200);
      for (const url of [
        logo,
        "/icon.svg",
        "https://example.com/x.png",
        `//localhost:${port}/icon.svg`,
        "",
      ])
        expect(
          (
            await send(
              { port },
              { method: "GET", path: `/_next/image?url=${encodeURIComponent(url)}&w=3840&q=75` },
            )
          ).status,
          url,
        ).toBe(404);
      expect((await send({ port }, { method: "GET", path: "/_next/image" })).status).toBe(404);
    }
  });
});

test("an installation with a weak secret and without its required standby starts with warnings; HSTS can be turned off", async () => {
  const server = await ready({
    KEYSTEAD_SECRET: weak,
    KEYSTEAD_SECRET_PREVIOUS: environment["KEYSTEAD_SECRET"] ?? "",
    HSTS: "off",
    DATABASE_SYNCHRONOUS: "required",
  });
  await logged(server, /"event":"secret\.weak".*signing-key rotate/);
  await logged(server, /"event":"database\.standby_missing","standby":"not-configured"/);
  for (const path of ["/healthz", "/"])
    expect(
      (await send(server, { method: "GET", path })).headers.get("strict-transport-security"),
    ).toBeNull();
});

test("a start with another BASE_URL moves the console there", async () => {
  const server = await ready({ BASE_URL: "https://id.moved.example" });
  expect(server.output()).toContain("https://id.moved.example/console");
  await logged(server, /"event":"console\.moved".*operator recover/);
});
