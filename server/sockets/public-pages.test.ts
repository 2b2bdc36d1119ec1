import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { stampClientAddress } from "@/lib/http/request/client-address";
import { createMovableClock } from "@/testing/movable-clock";
import { createPublicPages, type PublicPagesOptions } from "./public-pages";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** Bytes that are no text. */
const icon = Buffer.from([0, 255, 254, 128, 10]);

interface Sent {
  status: number | undefined;
  headers: IncomingMessage["headers"];
  text: string;
  bytes: Buffer;
}

/** A server whose pages carry the headers that reached the renderer, and a nonce of their own. */
async function startPages(options: Partial<PublicPagesOptions> = {}) {
  const rendered: string[] = [];
  const clock = createMovableClock(1_795_000_000_000);
  const pages = createPublicPages(
    ({ url = "", method, headers }, response) => {
      rendered.push(`${method} ${url}`);
      if (url === "/docs/broken" && rendered.length === 1) throw new Error("no database");
      const nonce = `nonce${rendered.length}`;
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      if (url.startsWith("/favicon")) return response.end(icon);
      response.setHeader("Content-Security-Policy", `script-src 'nonce-${nonce}'`);
      response.setHeader("Link", `</main.js>; rel=preload; nonce="${nonce}"`);
      response.statusCode = url.includes("missing") ? 404 : 200;
      response.write(`<script nonce="${nonce}"></script><script nonce="${nonce}"></script>`);
      response.end(JSON.stringify({ ...headers, "x-keystead-client-address": undefined }));
    },
    { clock, host: "keystead.test", isLimited: true, ...options },
  );
  const server = createServer((incoming, response) => {
    stampClientAddress(incoming, 1);
    pages(incoming, response);
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const send = async (
    path: string,
    headers: Record<string, string> = {},
    method = "GET",
  ): Promise<Sent> => {
    const outgoing = request({ host: "127.0.0.1", port, path, method, headers, agent: false });
    outgoing.end();
    const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
    const chunks = (await incoming.toArray()) as Buffer[];
    const bytes = Buffer.concat(chunks);
    const isGzip = incoming.headers["content-encoding"] === "gzip";
    return {
      status: incoming.statusCode,
      headers: incoming.headers,
      text: String(isGzip ? gunzipSync(bytes) : bytes),
      bytes: isGzip ? gunzipSync(bytes) : bytes,
    };
  };
  const from = (address: string, path = "/docs") => send(path, { "x-forwarded-for": address });
  return { send, from, rendered, clock };
}

const nonceOf = ({ headers }: Sent) =>
  /'nonce-(.+)'/.exec(String(headers["content-security-policy"]))?.[1] ?? "";
const noncesIn = ({ text }: Sent) => [...text.matchAll(/nonce="(.+?)"/g)].map(([, nonce]) => nonce);

describe("public pages", () => {
  test("are rendered once, and each response has a nonce of its own", async () => {
    const { send, rendered } = await startPages();
    const all = await Promise.all(Array.from({ length: 5 }, () => send("/docs")));
    all.push(await send("/docs/"), await send("/docs", { "accept-encoding": "gzip" }));
    expect(rendered).toEqual(["GET /docs"]);
    for (const sent of all) {
      expect(sent.status).toBe(200);
      expect(noncesIn(sent)).toEqual([nonceOf(sent), nonceOf(sent)]);
      expect(sent.headers.link).toContain(`nonce="${nonceOf(sent)}"`);
    }
    expect(new Set(all.map(nonceOf)).size).toBe(all.length);
    expect(all.at(-1)?.headers).toMatchObject({
      "content-encoding": "gzip",
      vary: "Accept-Encoding",
    });
  });

  test("show nothing of a reader's request but the language and the theme", async () => {
    const { send, rendered } = await startPages();
    const secrets = {
      host: "evil.test",
      cookie: "session=s3cret; keystead-code-language=py",
      "x-secret": "s3cret",
    };
    const first = await send("/docs", secrets);
    expect(first.text).toContain('{"host":"keystead.test","cookie":"keystead-code-language=py"}');
    const other = await send("/docs", { cookie: "keystead-code-language=unknown" });
    expect(other.text).toContain('{"host":"keystead.test","cookie":""}');
    expect(rendered).toHaveLength(2);
    const themed = await send("/docs", {
      cookie: "keystead-theme=dark; keystead-code-language=py",
    });
    expect(themed.text).toContain(
      '{"host":"keystead.test","cookie":"keystead-code-language=py; keystead-theme=dark"}',
    );
    for (const theme of ["system", "unknown", "dark2"])
      await send("/docs", { cookie: `keystead-theme=${theme}` });
    expect(rendered).toHaveLength(3);
  });

  test("in local mode, a foreign host name gets a page of its own, which isn't kept", async () => {
    const { send, rendered } = await startPages({ isLimited: false });
    const own = () => send("/docs", { host: "keystead.test" });
    expect((await own()).text).toContain('"host":"keystead.test"');
    expect((await send("/docs", { host: "evil.test" })).text).toContain('"host":"evil.test"');
    expect((await own()).text).toContain('"host":"keystead.test"');
    expect(rendered).toHaveLength(2);
  });

  test("that failed to render are rendered for the next reader", async () => {
    const { send } = await startPages();
    expect([(await send("/docs/broken")).status, (await send("/docs/broken")).status]).toEqual([
      503, 200,
    ]);
  });

  test("that are pictures keep their bytes", async () => {
    const { send, rendered } = await startPages();
    for (const headers of [{}, { "accept-encoding": "gzip" }, { "accept-encoding": "gzip" }])
      expect((await send("/favicon.ico", headers)).bytes).toEqual(icon);
    expect(rendered).toHaveLength(1);
  });

  test("answer HEAD without a body", async () => {
    const { send, rendered } = await startPages();
    const { status, text, headers } = await send("/docs", {}, "HEAD");
    expect([status, text]).toEqual([200, ""]);
    expect(Number(headers["content-length"])).toBeGreaterThan(0);
    await send("/docs");
    expect(rendered).toHaveLength(1);
  });

  test.each([
    ["with a query", "/docs?a=b", {}, "GET"],
    ["that are parts", "/docs", { rsc: "1" }, "GET"],
    ["that do not exist", "/docs/missing", {}, "GET"],
    ["of other kinds", "/other", {}, "GET"],
    ["that are posted", "/docs", {}, "POST"],
    ["of operators", "/console", {}, "GET"],
    ["of tenancies", "/auth/t/sign-in", {}, "GET"],
  ])("%s are not stored", async (_name, path, headers, method) => {
    const { send, rendered } = await startPages();
    await send(path, headers, method);
    await send(path, headers, method);
    expect(rendered).toHaveLength(2);
  });
});

describe("requests for public pages", () => {
  const limits = { perMinute: 4, rendersPerMinute: 2 };
  const refused = { status: 429, headers: { "retry-after": "60" } };

  test("are limited per address, by page and by rendered page", async () => {
    const { from, rendered, clock } = await startPages({ limits });
    for (let sent = 0; sent < limits.perMinute; sent++)
      expect((await from("192.0.2.1")).status).toBe(200);
    expect(await from("192.0.2.1")).toMatchObject(refused);
    expect((await from("192.0.2.2")).status).toBe(200);
    expect((await from("192.0.2.3", "/a")).status).toBe(200);
    expect((await from("192.0.2.3", "/b")).status).toBe(200);
    expect(await from("192.0.2.3", "/c")).toMatchObject(refused);
    expect((await from("192.0.2.3")).status).toBe(200);
    expect(rendered).toEqual(["GET /docs", "GET /a", "GET /b"]);
    clock.advance(60_000);
    expect((await from("192.0.2.1")).status).toBe(200);
  });

  test("count IPv6 by its /64, and its /48 at a multiple", async () => {
    const { from } = await startPages({ limits });
    for (let host = 1; host <= limits.perMinute; host++)
      expect((await from(`2001:db8::${host}`)).status).toBe(200);
    expect(await from("2001:db8::99")).toMatchObject(refused);
    const statuses = new Set<number | undefined>();
    for (let subnet = 1; subnet <= 10 * limits.perMinute; subnet++)
      statuses.add((await from(`2001:db8:0:${subnet.toString(16)}::1`)).status);
    expect([...statuses]).toEqual([200, 429]);
  });

  test("of tenancies' pages, the console and local mode are not limited here", async () => {
    const none = { perMinute: 0, rendersPerMinute: 0 };
    const { from } = await startPages({ limits: none });
    expect(await from("192.0.2.1")).toMatchObject(refused);
    for (const path of ["/console/x", "/auth/t/sign-in", "/_next/static/chunk.js"])
      expect((await from("192.0.2.1", path)).status).toBe(200);
    const local = await startPages({ limits: none, isLimited: false });
    expect((await local.from("192.0.2.1")).status).toBe(200);
  });
});
