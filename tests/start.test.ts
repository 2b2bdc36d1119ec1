import { chownSync, statSync } from "node:fs";
import { access, readFile, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { exitCode } from "@/cli/exit-code";
import {
  findFreePort,
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

const secret = "0123456789abcdefghijklmnopqrstuvwxyzABCDEF";

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
async function expectRefusal(server: ServerProcess, sentence: RegExp): Promise<void> {
  expect(await server.exit()).toBe(exitCode.unavailable);
  expect(server.errors().trim().split("\n")).toHaveLength(1);
  expect(server.errors()).toMatch(/^keystead: /);
  expect(server.errors()).toMatch(sentence);
}

describe("a start in local mode", () => {
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

  test("answers a running request before it stops", async () => {
    const server = await start();
    await server.ready();
    const { tenancyId } = await server.demo();
    const body = '{"username":"ada"}';
    const socket = connect(server.port, "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk.toString()));
    socket.write(
      `POST /v2/${tenancyId}/passkey/registration/options HTTP/1.1\r\nHost: localhost\r\n` +
        "Content-Type: application/json\r\n" +
        `Content-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    );
    await until("the request is sent", () => (socket.bytesWritten > 0 ? true : null));
    await fetch(`${server.url}/healthz`);
    server.child.kill("SIGTERM");
    await until("new requests are refused", () =>
      fetch(`${server.url}/healthz`).then(
        () => null,
        () => true,
      ),
    );
    socket.write(body.slice(5));
    await until("the answer", () => (answer.includes("RegistrationOptions") ? true : null));
    expect(answer).toMatch(/^HTTP\/1\.1 200/);
    expect(await server.exit()).toBe(0);
  });

  test("two instances run side by side, and a third can't use the folder or port of either", async () => {
    const one = await start();
    const two = await start();
    await Promise.all([one.ready(), two.ready()]);
    expect((await one.demo()).tenancyId).not.toBe((await two.demo()).tenancyId);
    await expectRefusal(
      await start({ port: one.port }),
      /Port \d+ is in use\. Stop the other program or set PORT\./,
    );
    await expectRefusal(
      await start({ dataFolder: two.dataFolder }),
      /Another Keystead uses the data folder/,
    );
    expect((await withKey(two, "user/x")).status).toBe(404);
  });

  test("listens on loopback only", async () => {
    const server = await start();
    await server.ready();
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((one) => one !== undefined && !one.internal && one.family === "IPv4");
    const reaches = (host: string) =>
      new Promise<boolean>((resolve) => {
        const socket = connect({ host, port: server.port, timeout: 2_000 });
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
});

describe("a failed start explains why in one sentence", () => {
  test("a data folder that can't be written", async () => {
    const file = join(makeDataFolder(), "file");
    await writeFile(file, "");
    await expectRefusal(
      await start({ dataFolder: join(file, "below") }),
      /The data folder .* cannot be written \(ENOTDIR\)\. Set KEYSTEAD_DATA/,
    );
  });

  test.each([
    [
      "a malformed DATABASE_URL",
      { DATABASE_URL: "mysql://x" },
      /DATABASE_URL must start with postgresql:\/\//,
    ],
    [
      "an unreachable database",
      { DATABASE_URL: "postgresql://ada:hunter2@127.0.0.1:1/keystead", KEYSTEAD_MODE: "local" },
      /the database keystead at 127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)/,
    ],
    [
      "production without its variables",
      { KEYSTEAD_MODE: "production" },
      /Production mode needs KEYSTEAD_SECRET, BASE_URL, DATABASE_URL/,
    ],
    [
      "a sample secret",
      { KEYSTEAD_MODE: "production", KEYSTEAD_SECRET: "change-me-change-me-change-me-0123456789" },
      /KEYSTEAD_SECRET is a sample value/,
    ],
    [
      "local mode on a public address",
      { KEYSTEAD_MODE: "local", BASE_URL: "https://id.example.com" },
      /BASE_URL must be on localhost/,
    ],
  ])("%s", async (_name, env, sentence) => {
    const server = await start({ env });
    await expectRefusal(server, sentence);
    expect(server.errors()).not.toContain("hunter2");
  });

  test("a port that another program uses, before any file is written", async () => {
    const port = await findFreePort();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve));
    const server = await start({ port });
    await expectRefusal(server, /Port \d+ is in use/);
    await expect(access(join(server.dataFolder, "secret"))).rejects.toThrow();
    await new Promise((resolve) => other.close(resolve));
  });

  test("an unknown or changed migration, and a secret that can't decrypt the signing key", async () => {
    const first = await start();
    await first.ready();
    const databaseUrl = await first.databaseUrl();
    const again = (env: Record<string, string>) =>
      start({
        env: { DATABASE_URL: databaseUrl, KEYSTEAD_MODE: "local", KEYSTEAD_SECRET: secret, ...env },
      });
    await expectRefusal(
      await again({}),
      /KEYSTEAD_SECRET cannot decrypt the stored signing key\. Set KEYSTEAD_SECRET_PREVIOUS/,
    );
    const previous = await readFile(join(first.dataFolder, "secret"), "utf8");
    const changed = await again({ KEYSTEAD_SECRET_PREVIOUS: previous });
    await changed.ready();
    expect(await changed.exit("SIGTERM")).toBe(0);
    await query(databaseUrl, `UPDATE "_prisma_migrations" SET "checksum" = repeat('0', 64)`);
    await expectRefusal(
      await again({}),
      /was changed after it had been applied. Restore its file\./,
    );
    // Without a phase, nothing says that this version runs on its schema.
    await query(
      databaseUrl,
      `UPDATE "_prisma_migrations" SET "migration_name" = 'newer', "logs" = NULL`,
    );
    await expectRefusal(
      await again({}),
      /The database has the migration newer, which this version does not know/,
    );
  });
});

describe("a start in production", () => {
  test("has no demo, even on the folder and database of a local installation", async () => {
    const first = await start();
    await first.ready();
    const demo = await first.demo();
    expect(await (await fetch(first.url)).text()).toContain("Try the demo");
    const secretOfFirst = await readFile(join(first.dataFolder, "secret"), "utf8");
    const env = {
      KEYSTEAD_MODE: "production",
      BASE_URL: "http://localhost",
      DATABASE_URL: await first.databaseUrl(),
      KEYSTEAD_SECRET: secretOfFirst,
    };
    const server = await start({ env, dataFolder: first.dataFolder });
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
});

describe("hostile connections", () => {
  test("rejects too many headers, and large, compressed and endless bodies", async () => {
    const server = await start();
    await server.ready();
    const { tenancyId } = await server.demo();
    const path = `/v2/${tenancyId}/passkey/registration/options`;
    const raw = (head: string, body = "") =>
      new Promise<string>((resolve) => {
        const socket = connect(server.port, "127.0.0.1");
        let answer = "";
        socket.on("data", (chunk) => (answer += chunk.toString()));
        for (const event of ["close", "error"]) socket.once(event, () => resolve(answer));
        socket.write(`${head}\r\n\r\n${body}`);
      });
    const post = (headers: string) =>
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n${headers}`;
    const [flood, large, chunked, gzip, endless] = await Promise.all([
      raw(post(Array.from({ length: 10_000 }, (_, index) => `X-${index}: x`).join("\r\n"))),
      raw(post("Content-Length: 1048576")),
      raw(post("Transfer-Encoding: chunked"), `11170\r\n${"x".repeat(70_000)}\r\n0\r\n\r\n`),
      raw(post("Content-Encoding: gzip\r\nContent-Length: 2"), "{}"),
      raw(post("Content-Length: 100"), "{"),
    ]);
    expect(flood).toMatch(/^HTTP\/1\.1 431/);
    expect(large).toMatch(/^HTTP\/1\.1 413/);
    expect(chunked).toMatch(/^HTTP\/1\.1 413/);
    expect(gzip).toMatch(/^HTTP\/1\.1 415/);
    expect(endless).toMatch(/^HTTP\/1\.1 408|^$/);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });
});
