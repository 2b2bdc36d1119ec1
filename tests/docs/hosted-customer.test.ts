import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { environmentOf, findFreePort } from "@/testing/server-process";

/** Method and path of each request that the example sent with its API key. */
const received: string[] = [];
let keystead: Server;
let example: ChildProcess;
let site: string;

beforeAll(async () => {
  // Accepts every call, except the exchange of an unknown code.
  keystead = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    const isRefused =
      request.url?.startsWith("/v2/T/principal/") && !request.url.endsWith("/known");
    response
      .writeHead(isRefused ? 404 : 200, { "Content-Type": "application/json" })
      .end(JSON.stringify(isRefused ? { _tag: "@error/InvalidCode" } : { sub: "ada" }));
  });
  await new Promise<void>((resolve) => keystead.listen(0, "localhost", resolve));
  const port = String(await findFreePort());
  example = spawn(process.execPath, ["examples/hosted-customer.mjs"], {
    env: environmentOf({
      KEYSTEAD_URL: `http://localhost:${(keystead.address() as AddressInfo).port}`,
      KEYSTEAD_TENANCY_ID: "T",
      KEYSTEAD_API_KEY: "ks_test",
      PORT: port,
    }) as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  site = await new Promise((resolve) =>
    example.stdout?.once("data", (line: Buffer) => resolve(line.toString().trim())),
  );
});
beforeEach(() => void received.splice(0));
afterAll(async () => {
  example.kill();
  keystead.closeAllConnections();
  await new Promise((resolve) => keystead.close(resolve));
});

/** Starts a flow as a visitor, and returns to the callback with a code of the visitor's choice. */
async function callBack(code: string): Promise<Response> {
  const departure = await fetch(`${site}/sign-in`, { redirect: "manual" });
  const state = new URL(departure.headers.get("location") ?? "").searchParams.get("state") ?? "";
  return fetch(`${site}/callback?state=${state}&code=${code}`, {
    headers: { Cookie: departure.headers.get("set-cookie")?.split(";")[0] ?? "" },
  });
}

test.each([
  "..%2Fpasskeys%2Fprune",
  "..%2F..%2FT%2Fchallenges",
  "x%3Fa%3Db",
  "x%2523",
  "a%5C..%5Cb",
])("a visitor's code never changes the endpoint that the backend calls: %s", async (code) => {
  const response = await callBack(code);
  expect(received).toEqual([`POST /v2/T/principal/${code}`]);
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ error: "Sign in again." });
});

test("a code that Keystead refuses opens no session, and one that it accepts does", async () => {
  expect((await callBack("unknown")).status).toBe(400);
  const accepted = await callBack("known");
  expect([accepted.status, await accepted.json()]).toEqual([200, { sub: "ada" }]);
});
