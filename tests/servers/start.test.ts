import { chownSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import {
  makeDataFolder,
  removeServer,
  type ServerProcess,
  startServer,
} from "@/testing/server-process";
import { until } from "@/testing/until";

const servers: ServerProcess[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await removeServer(server);
});

async function start(options: Parameters<typeof startServer>[0] = {}): Promise<ServerProcess> {
  const server = await startServer(options);
  servers.push(server);
  return server;
}

async function postmasterOf(server: ServerProcess): Promise<{ pid: number; port: number }> {
  const lines = (
    await readFile(join(server.clusterFolder() ?? "", "data/postmaster.pid"), "utf8")
  ).split("\n");
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}
async function query<T extends pg.QueryResultRow>(databaseUrl: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<T>(sql);
  await client.end();
  return rows;
}
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

async function withKey(
  server: ServerProcess,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const { tenancyId, apiKey } = await server.demo();
  return fetch(`${server.url}/v2/${tenancyId}/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
  });
}
test("seeds once, prints its URL, drains on SIGTERM, and starts again on the same data without a build", async () => {
  const first = await start({ env: { KEYSTEAD_SECERT: "misspelled" } });
  await first.ready();
  expect(first.output()).toContain(`Keystead is ready at ${first.url}`);
  expect(first.output()).toMatch(/unknown_variable.+did you mean KEYSTEAD_SECRET\?/);
  expect(first.clusterFolder()).toBeDefined();
  expect((await withKey(first, "user/x")).status).toBe(404);
  expect(statSync(join(first.dataFolder, "demo.json")).mode & 0o777).toBe(0o600);
  const demo = await first.demo();
  const { pid } = await postmasterOf(first);
  const built = statSync("dist/build.json").mtimeMs;
  expect(await first.exit("SIGTERM")).toBe(0);
  expect(isAlive(pid)).toBe(false);

  const second = await start({ dataFolder: first.dataFolder });
  await second.ready();
  // The demo uses the service's current URL.
  expect(await second.demo()).toEqual({ ...demo, endpoint: second.url });
  expect((await withKey(second, "user/x")).status).toBe(404);
  expect(await query(await second.databaseUrl(), 'SELECT 1 FROM "Tenancy"')).toHaveLength(2);
  expect(statSync("dist/build.json").mtimeMs).toBe(built);
});

test("loses no completed request on kill -9, and the next start takes over the running database", async () => {
  const first = await start();
  await first.ready();
  const { pid } = await postmasterOf(first);
  const { registrationToken } = (await (
    await withKey(first, "passkey/registration/authorize", {
      method: "POST",
      body: '{"username":"ada"}',
    })
  ).json()) as { registrationToken: string };
  await first.exit("SIGKILL");
  expect(isAlive(pid)).toBe(true);
  const second = await start({ dataFolder: first.dataFolder, port: first.port });
  await second.ready();
  expect((await postmasterOf(second)).pid).toBe(pid);
  expect(
    (
      await withKey(second, "passkey/registration/options", {
        method: "POST",
        body: JSON.stringify({ registrationToken }),
      })
    ).status,
  ).toBe(200);
  await second.exit("SIGTERM");
  expect(isAlive(pid)).toBe(false);
});

test.runIf(process.getuid?.() === 0)("an ordinary user can start it", async () => {
  const nobody = 65_534;
  const dataFolder = makeDataFolder();
  chownSync(dataFolder, nobody, nobody);
  const server = await start({
    dataFolder,
    uid: nobody,
    args: ["dist/server.mjs"],
    env: { NODE_ENV: "production", HOME: dataFolder },
  });
  // If only root can enter the checkout's folder, the process can't read its program.
  const readable = await until(
    "it starts or cannot be read",
    () =>
      /MODULE_NOT_FOUND|EACCES/.test(server.errors())
        ? false
        : server.output().includes("is ready")
          ? true
          : null,
    60_000,
  );
  if (readable) {
    expect((await withKey(server, "user/x")).status).toBe(404);
    expect(server.clusterFolder()).toBe(join(dataFolder, "postgres"));
  }
});
