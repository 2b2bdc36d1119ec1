import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findFreePort } from "@/testing/server-process";
import { newDatabaseUrl } from "@/testing/worker-database";
import { diagnose, startProxy } from "./doctor";

type Headers = Record<string, string>;
const appends = (address: string, { ...headers }: Headers): Headers => ({
  ...headers,
  "x-forwarded-for": [headers["x-forwarded-for"], address].filter(Boolean).join(", "),
});
const replaces = (address: string, headers: Headers): Headers => ({
  ...headers,
  "x-forwarded-for": address,
});
const twice = (address: string, headers: Headers) => appends("10.0.0.9", appends(address, headers));

let database: string;
let proxy: Awaited<ReturnType<typeof startProxy>> | undefined;
beforeEach(async () => {
  database = await newDatabaseUrl();
});
afterEach(async () => {
  await proxy?.close();
  proxy = undefined;
});

async function proxyFinding(headersOf: Parameters<typeof startProxy>[1], hops: number) {
  const port = await findFreePort();
  proxy = await startProxy(port, headersOf);
  const { findings, levels } = await diagnose(
    {
      KEYSTEAD_MODE: "production",
      BASE_URL: `http://localhost:${proxy.port}`,
      DATABASE_URL: database,
      KEYSTEAD_SECRET: randomBytes(48).toString("base64"),
      TRUSTED_PROXY_HOPS: String(hops),
      PORT: String(port),
    },
    ["--through-proxy"],
  );
  expect(levels["port"]).toBe("good");
  return findings.find(({ check }) => check === "proxy");
}

test.each([
  ["one proxy that appends", appends, 1],
  ["one proxy that replaces", replaces, 1],
  ["two proxies", twice, 2],
  ["no header, and none trusted", (_address: string, { ...headers }: Headers) => headers, 0],
])("%s: good", async (_name, headersOf, hops) => {
  expect(await proxyFinding(headersOf, hops)).toMatchObject({ level: "good" });
});

test.each([
  ["more trusted than there are", appends, 2, /choose the address.*/, "TRUSTED_PROXY_HOPS=1"],
  ["one trusted where none appends", (_a: string, headers: Headers) => headers, 1, /choose/, "=0"],
  ["none trusted", appends, 0, /share the limits/, "TRUSTED_PROXY_HOPS=1"],
  ["one of two trusted", twice, 1, /2 proxies append.*share/, "TRUSTED_PROXY_HOPS=2"],
  [
    "another Host",
    (address: string, headers: Headers) => ({ ...appends(address, headers), host: "internal" }),
    1,
    /passes on the Host internal/,
    "Host header",
  ],
])("%s: a problem", async (_name, headersOf, hops, found, advice) => {
  expect(await proxyFinding(headersOf, hops)).toMatchObject({
    level: "problem",
    found: expect.stringMatching(found) as string,
    advice: expect.stringContaining(advice) as string,
  });
});

test("an origin that doesn't lead here is a warning", async () => {
  const settings = {
    KEYSTEAD_MODE: "production",
    BASE_URL: `http://localhost:${await findFreePort()}`,
    DATABASE_URL: database,
    KEYSTEAD_SECRET: randomBytes(48).toString("base64"),
    PORT: String(await findFreePort()),
  };
  const { levels, text } = await diagnose(settings, ["--through-proxy"]);
  expect(levels["proxy"]).toBe("warning");
  expect(text).toMatch(/doesn't arrive here: there is no response \(ECONNREFUSED\)/);
});
