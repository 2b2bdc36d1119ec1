import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { violationsOf } from "@/testing/violations";
import { pageLimits } from "./page-limits";
import { createServerActions } from "./server-actions";

let server: Server | undefined;
afterEach(() => void server?.close().closeAllConnections());

const id = "40".repeat(21);
const own = "https://id.example.com";
const { bytes, signedInBytes, parts } = pageLimits.serverActions;
const signedIn = { cookie: "a=b; __Host-keystead-operator=secret" };
const multipart = { "content-type": 'multipart/form-data; boundary="b"' };

const formOf = (count: number) =>
  `${'--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n'.repeat(count)}--b--\r\n`;

/** A server whose pages answer with the body and the host that reached them. */
async function startPages(status = 200) {
  const reached: string[] = [];
  const handle = createServerActions(
    (incoming, response) => {
      reached.push(`${incoming.method} ${incoming.url}`);
      response.statusCode = status;
      void text(incoming).then((body) =>
        response.end(`${String(incoming.headers["x-forwarded-host"])} ${body}`),
      );
    },
    { ids: new Set([id]), baseUrl: own },
  );
  server = createServer(handle);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const post = async (
    headers: Record<string, string>,
    body = "[]",
    path = "/console/sign-in",
    isChunked = false,
  ) => {
    const outgoing = request({ host: "127.0.0.1", port, path, method: "POST", agent: false });
    const sent = { origin: own, "next-action": id, "content-type": "text/plain", ...headers };
    for (const [name, value] of Object.entries(sent)) if (value) outgoing.setHeader(name, value);
    if (!isChunked) outgoing.setHeader("content-length", Buffer.byteLength(body));
    // The server may answer before it has read the body.
    outgoing.on("error", () => undefined);
    outgoing.end(body);
    const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
    return { status: incoming.statusCode, headers: incoming.headers, text: await text(incoming) };
  };
  return { post, reached };
}

test("a call of a known action from an own page reaches it, with its body", async () => {
  const { post } = await startPages();
  expect(await post({ host: "internal:3000" }, '["ü"]')).toMatchObject({
    status: 200,
    text: 'id.example.com ["ü"]',
  });
  expect((await post(multipart, formOf(parts))).text).toContain(formOf(parts));
  expect((await post(signedIn, "x".repeat(signedInBytes))).status).toBe(200);
  expect((await post(signedIn, "x".repeat(signedInBytes), "/console", true)).status).toBe(200);
});

test("other calls reach no page", async () => {
  const { post, reached } = await startPages();
  const cases: [name: string, status: number, headers: Record<string, string>, body?: string][] = [
    ["no action", 405, { "next-action": "" }],
    ["a multipart form without an action", 405, { "next-action": "", ...multipart }, formOf(1)],
    ["an action of another build", 404, { "next-action": "41".repeat(21) }],
    ["an action that is none", 404, { "next-action": "toString" }],
    ["another origin", 403, { origin: "https://evil.test" }],
    ["an origin that is no URL", 403, { origin: "evil" }],
    ["no origin of a page", 403, { origin: "null" }],
    ["a form", 415, { "content-type": "application/x-www-form-urlencoded" }],
    ["no type", 415, { "content-type": "" }],
    ["multipart without a boundary", 400, { "content-type": "multipart/form-data" }],
    ["too many parts", 413, multipart, formOf(parts + 1)],
    ["too many bytes without a session", 413, {}, "x".repeat(bytes + 1)],
    ["too many bytes with a session", 413, signedIn, "x".repeat(signedInBytes + 1)],
  ];
  const violations = await violationsOf(cases, async (_name, status, headers, body) => {
    for (const isChunked of [false, true])
      expect((await post(headers, body, "/console", isChunked)).status).toBe(status);
  });
  expect(violations).toEqual([]);
  expect(reached).toEqual([]);
  const unknown = await post({ "next-action": "41".repeat(21) });
  expect(unknown.headers["x-nextjs-action-not-found"]).toBe("1");
});

test("arguments that React can't read are the client's fault", async () => {
  const { post } = await startPages(500);
  expect((await post({})).status).toBe(400);
});

test("route files get their own POST requests", async () => {
  const { post, reached } = await startPages(500);
  for (const path of ["/auth/t/steps/outcome", "/demo/api/login"])
    expect((await post({ "next-action": "" }, "{}", path)).status).toBe(500);
  expect(reached).toHaveLength(2);
});
