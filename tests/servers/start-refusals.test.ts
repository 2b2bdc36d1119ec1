import { access, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { exitCode } from "@/cli/exit-code";
import {
  findFreePort,
  makeDataFolder,
  removeServer,
  type ServerProcess,
  startServer,
} from "@/testing/server-process";

const servers: ServerProcess[] = [];
/** Two instances with an embedded database each. */
let one: ServerProcess;
let two: ServerProcess;

beforeAll(async () => {
  one = await startServer();
  two = await startServer();
  await Promise.all([one.ready(), two.ready()]);
});
afterAll(() => Promise.all([one, two].map(removeServer)));
afterEach(async () => {
  for (const server of servers.splice(0)) await removeServer(server);
});

async function start(options: Parameters<typeof startServer>[0] = {}): Promise<ServerProcess> {
  const server = await startServer(options);
  servers.push(server);
  return server;
}

const secret = "0123456789abcdefghijklmnopqrstuvwxyzABCDEF";

async function query(databaseUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}

async function expectRefusal(server: ServerProcess, sentence: RegExp): Promise<void> {
  expect(await server.exit()).toBe(exitCode.unavailable);
  expect(server.errors().trim().split("\n")).toHaveLength(1);
  expect(server.errors()).toMatch(/^keystead: /);
  expect(server.errors()).toMatch(sentence);
}

test("two instances run side by side, and a third can't use the folder or port of either", async () => {
  expect((await one.demo()).tenancyId).not.toBe((await two.demo()).tenancyId);
  await expectRefusal(
    await start({ port: one.port }),
    /Port \d+ is in use\. Stop the other program or set PORT\./,
  );
  // Not with `start`, which would remove the folder.
  const third = await startServer({ dataFolder: two.dataFolder });
  onTestFinished(() => void third.child.kill("SIGKILL"));
  await expectRefusal(third, /Another Keystead uses the data folder/);
  const { tenancyId, apiKey } = await two.demo();
  const headers = { authorization: `Bearer ${apiKey}` };
  expect((await fetch(`${two.url}/v2/${tenancyId}/user/x`, { headers })).status).toBe(404);
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

  // Runs last, because it breaks the database of the first instance.
  test("an unknown or changed migration, and a secret that can't decrypt the signing key", async () => {
    const databaseUrl = await one.databaseUrl();
    const again = (env: Record<string, string>) =>
      start({
        env: { DATABASE_URL: databaseUrl, KEYSTEAD_MODE: "local", KEYSTEAD_SECRET: secret, ...env },
      });
    await expectRefusal(
      await again({}),
      /KEYSTEAD_SECRET cannot decrypt the stored signing key\. Set KEYSTEAD_SECRET_PREVIOUS/,
    );
    const previous = await readFile(join(one.dataFolder, "secret"), "utf8");
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
