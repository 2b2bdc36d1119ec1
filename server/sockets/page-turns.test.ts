import { once } from "node:events";
import { createServer, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { until } from "@/testing/until";
import { pageLimits } from "./page-limits";
import { createPageTurns } from "./page-turns";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

const tenancies = new Set(["a", "b", ...Array.from({ length: 20 }, (_, index) => `t${index}`)]);

/** A server whose pages are finished by the test. */
async function startPages(rules: { waiting?: number; longestMs?: number } = {}) {
  const rendering: { path: string; response: ServerResponse }[] = [];
  const pages = createPageTurns(
    (incoming, response) => void rendering.push({ path: incoming.url ?? "", response }),
    (id) => tenancies.has(id),
    { ...pageLimits.pageTurns, longestMs: 60_000, ...rules },
  );
  const server = createServer((incoming, response) => {
    const [, browserId] = /[?&]by=(\w+)/.exec(incoming.url ?? "") ?? [];
    pages(incoming, response, { browserId });
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const get = (path: string) => {
    const outgoing = request({ host: "127.0.0.1", port, path, agent: false });
    const status = new Promise<number | undefined>((resolve) => {
      outgoing
        .on(
          "response",
          (response) => void response.resume().on("end", () => resolve(response.statusCode)),
        )
        .on("error", () => resolve(undefined));
    });
    outgoing.end();
    return { status, leave: () => outgoing.destroy() };
  };
  const paths = () => rendering.map(({ path }) => path);
  const finish = (path: string) => {
    const [page] = rendering.splice(
      rendering.findIndex((each) => each.path === path),
      1,
    );
    page?.response.end();
  };
  return {
    get,
    paths,
    finish,
    rendered: (count: number) =>
      until(`${count} pages render`, () => (rendering.length === count ? true : null)),
  };
}

const { perKey, all } = pageLimits.pageTurns;

describe("pages", () => {
  test("of one tenancy render a few at a time, and do not block another tenancy's", async () => {
    const pages = await startPages();
    const flood = Array.from({ length: 10 }, (_, index) => pages.get(`/auth/a/sign-in?${index}`));
    await pages.rendered(perKey);
    const neighbour = pages.get("/auth/b/sign-in");
    await pages.rendered(perKey + 1);
    expect(pages.paths()).toContain("/auth/b/sign-in");
    pages.finish("/auth/b/sign-in");
    expect(await neighbour.status).toBe(200);
    for (let left = flood.length; left > 0; left--) {
      await pages.rendered(Math.min(left, perKey));
      pages.finish(pages.paths()[0] ?? "");
    }
    expect([...new Set(await Promise.all(flood.map(({ status }) => status)))]).toEqual([200]);
  });

  test("of many tenancies render a few at a time, while assets are served immediately", async () => {
    const pages = await startPages();
    for (let tenancy = 0; tenancy < 2 * all; tenancy++) pages.get(`/auth/t${tenancy}/sign-in`);
    await pages.rendered(all);
    const asset = pages.get("/_next/static/chunk.js");
    await pages.rendered(all + 1);
    pages.finish("/_next/static/chunk.js");
    expect(await asset.status).toBe(200);
    expect(pages.paths()).toHaveLength(all);
  });

  test.each([
    ["of tenancies that do not exist", "/auth/made-up-", "/auth/a/sign-in"],
    ["of the documentation", "/docs/guides/", "/console"],
    ["that are not found", "/", "/console/sign-in"],
    ["of the console", "/console/", "/docs"],
  ])("%s share one key, and do not block others", async (_name, flood, other) => {
    const pages = await startPages();
    for (let index = 0; index < 10; index++) pages.get(`${flood}${index}`);
    await pages.rendered(perKey);
    const calm = pages.get(other);
    await pages.rendered(perKey + 1);
    pages.finish(other);
    expect(await calm.status).toBe(200);
    expect(pages.paths()).toHaveLength(perKey);
  });

  test("of one visitor wait in a queue of their own, so that another visitor's is next", async () => {
    const pages = await startPages();
    const flood = Array.from({ length: 10 }, () => pages.get("/console?by=flooder").status);
    await pages.rendered(perKey);
    const calm = pages.get("/console?by=calm");
    const marker = pages.get("/_next/static/marker");
    await pages.rendered(perKey + 1);
    pages.finish("/_next/static/marker");
    await marker.status;
    pages.finish("/console?by=flooder");
    await pages.rendered(perKey);
    expect(pages.paths()).toContain("/console?by=calm");
    pages.finish("/console?by=calm");
    expect(await calm.status).toBe(200);
    for (let left = flood.length - 1; left > 0; left--) {
      await pages.rendered(Math.min(left, perKey));
      pages.finish("/console?by=flooder");
    }
    expect([...new Set(await Promise.all(flood))]).toEqual([200]);
  });

  test("that wait for the database release their turn", async () => {
    const pages = await startPages({ longestMs: 1 });
    for (let page = 0; page < 6; page++) pages.get("/console");
    await pages.rendered(6);
    expect(pages.paths()).toEqual(Array.from({ length: 6 }, () => "/console"));
  });

  test("whose client has disconnected are not rendered", async () => {
    const pages = await startPages();
    const first = Array.from({ length: perKey }, (_, index) => pages.get(`/auth/a/${index}`));
    await pages.rendered(perKey);
    const left = pages.get("/auth/a/left");
    const last = pages.get("/auth/a/last");
    // Both wait on the server once it has seen a request behind them.
    const marker = pages.get("/_next/static/marker");
    await pages.rendered(perKey + 1);
    left.leave();
    await left.status;
    pages.finish("/_next/static/marker");
    await marker.status;
    for (const index of first.keys()) pages.finish(`/auth/a/${index}`);
    await until("the last page renders", () =>
      pages.paths().includes("/auth/a/last") ? true : null,
    );
    expect(pages.paths()).toEqual(["/auth/a/last"]);
    pages.finish("/auth/a/last");
    expect(await last.status).toBe(200);
  });

  test("return 503 if too many wait", async () => {
    const pages = await startPages({ waiting: 1 });
    const sent = Array.from({ length: perKey + 2 }, () => pages.get("/auth/a/sign-in").status);
    expect(await Promise.race(sent)).toBe(503);
  });
});
