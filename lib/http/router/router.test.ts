import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { methodNames } from "@/lib/http/endpoint/route-module";
import { stampRequest } from "@/lib/http/request/stamp-request";
import { routes } from "@/server/routes.generated";
import { provideService } from "@/testing/provide-service";
import { violationsOf } from "@/testing/violations";
import { createApiRouter } from "./router";

provideService();
let server: Server;

beforeAll(async () => {
  const router = createApiRouter(routes);
  server = createServer((request, response) => {
    stampRequest(request, 0);
    if (router.match(request)) void router.listener(request, response);
    else response.writeHead(204).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => void server.close());

/** Sends raw bytes and returns the response. */
async function send(raw: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(raw);
  return text(socket);
}

const tenancyPath = "/v2/01jd3s0m6kz8f4w2v9b7c5x1tz";

describe("HTTP/1.0 without a Host", () => {
  test.each([
    ["/healthz", 200],
    ["/readyz", 200],
    ["/metrics", 404],
    ["/.well-known/jwks.json", 200],
    ["/.well-known/webauthn", 404],
    [`${tenancyPath}/passkeys`, 403],
    ["/x//y", 400],
  ])("GET %s returns %i", async (path, status) => {
    expect(await send(`GET ${path} HTTP/1.0\r\n\r\n`)).toMatch(
      new RegExp(`^HTTP/1\\.1 ${status} .*\r\n\r\n(\\{|$)`, "s"),
    );
  });

  test("reads a body", async () => {
    const reply = await send(
      `POST ${tenancyPath}/passkey/authentication/options HTTP/1.0\r\n` +
        "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
    );
    expect(reply).toContain("@error/InvalidTenancy");
  });
});

test("an unknown path answers an API client in JSON", async () => {
  const reply = await send(
    "POST /signup HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
  );
  expect(reply).toMatch(/^HTTP\/1\.1 404 .*Content-Type: application\/json\r\n/is);
  expect(reply).toContain('"_tag":"@error/NotFound"');
});

test.each([
  ["HTTP/1.1 without a Host", "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n"],
  ["a malformed Host", "GET /healthz HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n"],
  ["HTTP/1.0 with a malformed Host", "GET /healthz HTTP/1.0\r\nHost: a/b\r\n\r\n"],
])("%s returns 400", async (_name, raw) => {
  expect(await send(raw)).toMatch(/^HTTP\/1\.1 400 /);
});

test("no path is a 500, whatever the method and a segment that isn't text", async () => {
  const segments = ["%00", "a%00", "%ff", "%ed%a0%80", "%25", "%2e%2e", "x".repeat(5_000)];
  const cases = routes.flatMap(({ path }) =>
    methodNames.flatMap((method) =>
      segments.map((segment): [string, string] => {
        const filled = path.replace(/\[+(\.\.\.)?\w+\]+/g, () => segment);
        return [`${method} ${path} with ${segment.slice(0, 9)}`, `${method} ${filled}`];
      }),
    ),
  );
  const check = async (_name: string, line: string) =>
    expect(
      await send(`${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
    ).not.toMatch(/^HTTP\/1\.1 500 /);
  expect(await violationsOf(cases, check)).toEqual([]);
});
