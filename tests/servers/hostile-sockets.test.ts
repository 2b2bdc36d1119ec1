import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "@/testing/until";
import { violationsOf } from "@/testing/violations";
import { newDatabaseUrl } from "@/testing/worker-database";
import { send } from "./send";
import { type ComparedServer, makeSecret, openProductionServer } from "./servers";

let server: ComparedServer;
const clients: Socket[] = [];

beforeAll(async () => {
  const databaseUrl = await newDatabaseUrl();
  server = await openProductionServer({ databaseUrl, secret: makeSecret() });
});

afterAll(async () => {
  for (const client of clients) client.destroy();
  await server?.stop();
});

const request = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
/** Counts handled requests: the log has one line for each. */
const handled = () => server.output().match(/"route":"\/openapi\.json"/g)?.length ?? 0;
const healthz = async () => (await send(server, { method: "GET", path: "/healthz" })).status;

/** Opens `count` connections that each send `requests` requests and never read. */
async function stall(count: number, requests: number): Promise<Socket[]> {
  const stalled = Array.from({ length: count }, () =>
    connect(server.port, "127.0.0.1").on("error", () => undefined),
  );
  clients.push(...stalled);
  await Promise.all(stalled.map((socket) => once(socket, "connect")));
  for (const socket of stalled) socket.write(request.repeat(requests));
  return stalled;
}

test("handles one of 400 pipelined requests on each of 50 connections and closes the connections", async () => {
  const stalled = await stall(50, 400);
  expect(await healthz()).toBe(200);
  await until("each connection had its first request handled", () =>
    handled() === 50 ? true : null,
  );
  for (const socket of stalled) socket.resume();
  await Promise.all(
    stalled.filter(({ destroyed }) => !destroyed).map((socket) => once(socket, "close")),
  );
  expect(await healthz()).toBe(200);
  expect(handled()).toBe(50);
});

test("serves other clients while 200 clients send requests and never read", async () => {
  const before = handled();
  await stall(200, 30);
  await until("the server works on all of them", () => (handled() - before >= 200 ? true : null));
  for (let request = 0; request < 20; request++) expect(await healthz()).toBe(200);
});

/** Sends raw bytes on a new connection and returns the response once the server closes it. */
async function answerTo(text: string): Promise<string> {
  const socket = connect(server.port, "127.0.0.1").on("error", () => undefined);
  clients.push(socket);
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString("latin1")));
  socket.write(text);
  await once(socket, "close");
  return answer;
}

describe("an upgrade request is served as HTTP/1.1", () => {
  const offer = (upgrade: string, path: string) =>
    answerTo(
      [
        `GET ${path} HTTP/1.1`,
        "Host: localhost",
        `Upgrade: ${upgrade}`,
        "Connection: Upgrade, HTTP2-Settings, close",
        "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        "\r\n",
      ].join("\r\n"),
    );

  test("for the API and pages, before and after a page view", async () => {
    const check = async (upgrade: string) => {
      expect(await offer(upgrade, "/healthz")).toMatch(/^HTTP\/1\.1 200 .*\{"status":"ok"\}/s);
      expect((await send(server, { method: "GET", path: "/" })).status).toBe(200);
      for (const path of ["/healthz", "/", "/_next/webpack-hmr"])
        expect(await offer(upgrade, path), path).toMatch(
          path.startsWith("/_next") ? /^HTTP\/1\.1 404 / : /^HTTP\/1\.1 200 /,
        );
    };
    expect(await violationsOf(["h2c", "websocket", "TLS/1.0", "made-up/2"], check)).toEqual([]);
  });
});

test("HTTP/1.0 without a Host, as a plain health check of HAProxy sends, is answered", async () => {
  for (const path of ["/healthz", "/readyz", "/", "/docs"])
    expect(await answerTo(`GET ${path} HTTP/1.0\r\n\r\n`), path).toMatch(/^HTTP\/1\.1 200 /);
});

test("more than one Host line is a 400 that ends the connection, for the API and pages", async () => {
  const two = ["Host: localhost\r\nHost: evil.example", "host: localhost\r\nHOST: localhost"];
  for (const path of ["/healthz", "/", "/docs"])
    for (const hosts of two)
      expect(await answerTo(`GET ${path} HTTP/1.1\r\n${hosts}\r\n\r\n`), path).toMatch(
        /^HTTP\/1\.1 400 .*"issues":\[\{"path":"Host","message":"must not be repeated"\}\]/s,
      );
});

describe("a method that pages don't support returns 405 with the allowed methods", () => {
  const paths = [
    "/",
    "/docs",
    "/console",
    "/console/sign-in",
    "/inbox",
    "/demo",
    "/auth/x/sign-in",
    "/llms.txt",
  ];
  const methods = [
    "TRACE",
    "PROPFIND",
    "QUERY",
    "PURGE",
    "M-SEARCH",
    "PUT",
    "PATCH",
    "DELETE",
    "OPTIONS",
  ];
  test("at every page", async () => {
    const cases = methods.flatMap((method) =>
      paths.map((path) => [`${method} ${path}`, method, path] as const),
    );
    const check = async (_name: string, method: string, path: string) => {
      const reply = await send(server, { method, path });
      expect(reply).toMatchObject({ status: 405, body: { _tag: "@error/MethodNotAllowed" } });
      expect(reply.headers.get("allow")).toBe("GET, HEAD, POST");
      expect(reply.headers.get("content-type")).toBe("application/json");
    };
    expect(await violationsOf(cases, check)).toEqual([]);
  });

  test("CONNECT", async () => {
    expect(await answerTo("CONNECT localhost:22 HTTP/1.1\r\nHost: localhost:22\r\n\r\n")).toMatch(
      /^HTTP\/1\.1 405 .*\r\nAllow: GET, HEAD, POST\r\n/s,
    );
    expect(await healthz()).toBe(200);
  });

  test("a word that is no method returns 400, and the server continues to serve", async () => {
    expect(await answerTo("BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n")).toMatch(
      /^HTTP\/1\.1 400 /,
    );
    expect(await healthz()).toBe(200);
  });
});
