import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { readStampedAddress, stampClientAddress } from "@/lib/http/request/client-address";
import { createMovableClock } from "@/testing/movable-clock";
import { createPublicPages, type PublicPagesOptions } from "./public-pages";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** Bytes that are no text. */
const icon = Buffer.from([0, 255, 254, 128, 10]);

const styles = "body { color: red }\n".repeat(100);

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
      if (url.startsWith("/auth/assets")) {
        response.setHeader("X-Request-Id", "of-the-first-reader");
        response.setHeader("Cache-Control", "public, max-age=31536000, immutable");
        return response.end(styles);
      }
      response.setHeader("Content-Security-Policy", `script-src 'nonce-${nonce}'`);
      response.setHeader("Link", `</main.js>; rel=preload; nonce="${nonce}"`);
      response.statusCode = url.includes("missing") ? 404 : 200;
      response.write(`<script nonce="${nonce}"></script><script nonce="${nonce}"></script>`);
      response.end(JSON.stringify({ ...headers, "x-keystead-client-address": undefined }));
    },
    {
      clock,
      host: "keystead.test",
      isLimited: true,
      isTenancy: (id) => id.startsWith("tenancy"),
      findVisitor: (request) =>
        Promise.resolve({
          address: readStampedAddress(request),
          browserId: request.headers["x-browser"]?.toString(),
        }),
      ...options,
    },
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

  test("in local mode, a foreign host name or machine gets a page of its own, which isn't kept", async () => {
    const { send, rendered } = await startPages({ isLimited: false });
    const own = () => send("/docs", { host: "keystead.test" });
    expect((await own()).text).toContain('"host":"keystead.test"');
    expect((await send("/docs", { host: "evil.test" })).text).toContain('"host":"evil.test"');
    const forwarded = { host: "keystead.test", "x-forwarded-for": "203.0.113.7" };
    expect((await send("/docs", forwarded)).text).toContain("203.0.113.7");
    expect((await own()).text).not.toContain("203.0.113.7");
    expect(rendered).toHaveLength(3);
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

  test("and files of hosted pages keep their headers, and texts come compressed", async () => {
    const { send, rendered } = await startPages();
    const path = "/auth/assets/page-1a2b3c.css";
    const plain = await send(path);
    const compressed = await send(path, { "accept-encoding": "gzip" });
    expect([plain, compressed, await send(path)].map(({ text }) => text)).toEqual([
      styles,
      styles,
      styles,
    ]);
    expect(compressed.headers).toMatchObject({
      "content-encoding": "gzip",
      "cache-control": "public, max-age=31536000, immutable",
      vary: "Accept-Encoding",
    });
    expect(compressed.headers["x-request-id"]).toBeUndefined();
    expect(rendered).toEqual([`GET ${path}`]);
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

describe("requests for pages", () => {
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

  test("that one address sends too many of don't count for its network", async () => {
    const { from } = await startPages({ limits });
    for (let sent = 0; sent < 11 * limits.perMinute; sent++) await from("192.0.2.1");
    expect((await from("192.0.2.2")).status).toBe(200);
  });

  test("of the console and of form posts share the limit of their address", async () => {
    const { send, rendered } = await startPages({ limits });
    const from = { "x-forwarded-for": "192.0.2.1" };
    const statuses = [];
    for (const [path, method] of [
      ["/console/sign-in", "GET"],
      ["/console/sign-in", "POST"],
      ["/docs", "GET"],
      ["/console/x?a=b", "HEAD"],
      ["/console/sign-in", "GET"],
      ["/docs", "GET"],
    ] as const)
      statuses.push((await send(path, from, method)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    expect(rendered).toHaveLength(limits.perMinute);
  });

  test("of hosted pages have a limit for each tenancy, and those that don't exist share one", async () => {
    const { from } = await startPages({ limits });
    const rooms = [
      { max: limits.perMinute, names: ["tenancy1"] },
      { max: limits.perMinute, names: ["tenancy2"] },
      // Like other pages that don't exist, they count as rendered.
      { max: limits.rendersPerMinute, names: ["made-up1", "made-up2"] },
    ];
    for (const { max, names } of rooms) {
      for (let sent = 0; sent < max; sent++)
        expect((await from("192.0.2.1", `/auth/${names[sent % names.length]}/x`)).status).toBe(200);
      expect(await from("192.0.2.1", `/auth/${names[0]}/sign-in`)).toMatchObject(refused);
      expect((await from("192.0.2.2", `/auth/${names[0]}/sign-in`)).status).toBe(200);
    }
    expect((await from("192.0.2.1", "/console")).status).toBe(200);
  });

  test("of a known browser have a limit of their own", async () => {
    const { send, from } = await startPages({ limits });
    for (let sent = 0; sent <= limits.perMinute; sent++) await from("192.0.2.1", "/console");
    const ofBrowser = () =>
      send("/console", { "x-forwarded-for": "192.0.2.1", "x-browser": "known" });
    for (let sent = 0; sent < limits.perMinute; sent++)
      expect((await ofBrowser()).status).toBe(200);
    expect(await ofBrowser()).toMatchObject(refused);
  });

  test("are a page in the visitor's language if a browser opens what is refused", async () => {
    const { send } = await startPages({ limits: { perMinute: 0, rendersPerMinute: 0 } });
    const french = { accept: "text/html,*/*;q=0.8", "accept-language": "fr-CH, en;q=0.5" };
    const page = await send("/console/sign-in", french);
    expect(page).toMatchObject(refused);
    expect(page.headers["content-security-policy"]).toMatch(/^default-src 'none'/);
    expect(page.text).toContain('<html lang="fr">');
    expect(page.text).toContain("Trop de requêtes");
    expect((await send("/console/sign-in", french, "HEAD")).text).toBe("");
    const script = await send("/console/sign-in", { accept: "text/x-component" });
    expect(JSON.parse(script.text)).toMatchObject({ _tag: "@error/RateLimited" });
  });

  test("have no limit without an address, in local mode, for files and for steps", async () => {
    const none = { perMinute: 0, rendersPerMinute: 0 };
    const { from } = await startPages({ limits: none });
    expect(await from("192.0.2.1")).toMatchObject(refused);
    for (const path of [
      "/_next/static/chunk.js",
      "/auth/tenancy1/steps/outcome",
      "/auth/tenancy1/account/steps/outcome",
    ])
      expect((await from("192.0.2.1", path)).status).toBe(200);
    const unknown = await startPages({ limits: none, findVisitor: () => Promise.resolve({}) });
    expect((await unknown.from("192.0.2.1", "/console")).status).toBe(200);
    const local = await startPages({ limits: none, isLimited: false });
    expect((await local.from("192.0.2.1")).status).toBe(200);
  });
});
