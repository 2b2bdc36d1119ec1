import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { removeServer, type ServerProcess, startServer } from "@/testing/server-process";
import { until } from "@/testing/until";

/** A server in local mode, on an embedded database. */
let local: ServerProcess;

beforeAll(async () => {
  local = await startServer();
  await local.ready();
});
afterAll(() => removeServer(local));

test("local mode listens on loopback only", async () => {
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((one) => one !== undefined && !one.internal && one.family === "IPv4");
  const reaches = (host: string) =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ host, port: local.port, timeout: 2_000 });
      for (const [event, reached] of [
        ["connect", true],
        ["error", false],
        ["timeout", false],
      ] as const)
        socket.once(event, () => (socket.destroy(), resolve(reached)));
    });
  expect(await reaches("127.0.0.1")).toBe(true);
  if (outside !== undefined) expect(await reaches(outside.address)).toBe(false);
});

test("production has no demo, even on the folder and database of a local installation", async () => {
  const demo = await local.demo();
  expect(await (await fetch(local.url)).text()).toContain("Try the demo");
  const secretOfLocal = await readFile(join(local.dataFolder, "secret"), "utf8");
  const env = {
    KEYSTEAD_MODE: "production",
    BASE_URL: "http://localhost",
    DATABASE_URL: await local.databaseUrl(),
    KEYSTEAD_SECRET: secretOfLocal,
  };
  const server = await startServer({ env, dataFolder: local.dataFolder });
  onTestFinished(() => server.exit("SIGTERM").then(() => undefined));
  await server.ready();
  for (const path of ["/demo", "/demo/login", "/demo/register", "/demo/account"])
    expect((await fetch(server.url + path, { redirect: "manual" })).status, path).toBe(404);
  for (const name of ["login", "register", "add-passkey", "sign-out"]) {
    const { status } = await fetch(`${server.url}/demo/api/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ code: "x" }),
    });
    expect(status, name).toBe(404);
  }
  expect(await (await fetch(server.url)).text()).not.toMatch(/"\/demo|Try the demo/);
  expect(demo.apiKey).toMatch(/^ks_/);
  expect(await server.exit("SIGTERM")).toBe(0);
});

// Runs last, because it stops the server.
test("answers a running request before it stops", async () => {
  const { tenancyId } = await local.demo();
  const body = '{"username":"ada"}';
  const socket = connect(local.port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => (answer += chunk.toString()));
  socket.write(
    `POST /v2/${tenancyId}/passkey/registration/options HTTP/1.1\r\nHost: localhost\r\n` +
      "Content-Type: application/json\r\n" +
      `Content-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  await until("the request is sent", () => (socket.bytesWritten > 0 ? true : null));
  await fetch(`${local.url}/healthz`);
  local.child.kill("SIGTERM");
  await until("new requests are refused", () =>
    fetch(`${local.url}/healthz`).then(
      () => null,
      () => true,
    ),
  );
  socket.write(body.slice(5));
  await until("the answer", () => (answer.includes("RegistrationOptions") ? true : null));
  expect(answer).toMatch(/^HTTP\/1\.1 200/);
  expect(await local.exit()).toBe(0);
});
