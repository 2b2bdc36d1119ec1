import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connectOrStart, type EmbeddedPostgres, startEmbeddedPostgres } from "./start";

let dataFolder: string;
let running: EmbeddedPostgres[] = [];

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "keystead-embedded-"));
});
afterEach(async () => {
  // All first: a later start may run on an earlier one's folder.
  for (const postgres of running) await postgres.stop();
  for (const { folder } of running) await rm(folder, { recursive: true, force: true });
  running = [];
  await rm(dataFolder, { recursive: true });
});

async function start(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataFolder });
  running.push(postgres);
  return postgres;
}
async function ask<T extends pg.QueryResultRow>(
  { url }: EmbeddedPostgres,
  sql: string,
): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<T>(sql);
  await client.end();
  return rows;
}

test("listens only on loopback, requires a private password, and syncs to disk", async () => {
  const postgres = await start();
  const settings = await ask<{ name: string; setting: string }>(
    postgres,
    `SELECT name, setting FROM pg_settings WHERE name IN (
      'listen_addresses', 'unix_socket_directories', 'fsync', 'synchronous_commit', 'server_encoding'
    )`,
  );
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    fsync: "on",
    synchronous_commit: "on",
    server_encoding: "UTF8",
  });
  const file = join(dataFolder, "database-password");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(postgres.url).toContain(await readFile(file, "utf8"));
  const wrong = new URL(postgres.url);
  wrong.password = "wrong";
  await expect(new pg.Client({ connectionString: wrong.href }).connect()).rejects.toMatchObject({
    code: "28P01",
  });
});

test("a second start finds the data of the first; a concurrent one is rejected", async () => {
  const first = await start();
  await ask(first, "CREATE TABLE kept (); ");
  await expect(startEmbeddedPostgres({ dataFolder })).rejects.toThrow(
    /^Another Keystead uses the data folder .*\. Stop it, or set KEYSTEAD_DATA and PORT for this one\.$/,
  );
  expect(await ask(first, "SELECT 1 FROM pg_tables WHERE tablename = 'kept'")).toHaveLength(1);
  await first.stop();
  await expect(ask(first, "SELECT 1")).rejects.toThrow();
  const second = await start();
  expect(second.folder).toBe(first.folder);
  expect(await ask(second, "SELECT 1 FROM pg_tables WHERE tablename = 'kept'")).toHaveLength(1);
});

test("a command uses a running server's database, and leaves it running", async () => {
  const server = await start();
  const command = await connectOrStart({ dataFolder });
  expect(command).toMatchObject({ url: server.url, folder: server.folder });
  await command.stop();
  expect(await ask(server, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test("commands start and stop the database one at a time, and a waiting server gets it next", async () => {
  const first = await connectOrStart({ dataFolder });
  running.push(first);
  const order: string[] = [];
  const command = connectOrStart({ dataFolder }).then(async (second) => {
    order.push("command");
    await second.stop();
  });
  const server = start().then(() => order.push("server"));
  await ask(first, "CREATE TABLE kept (); ");
  expect(order).toEqual([]);
  await first.stop();
  await Promise.all([command, server]);
  expect(order.sort()).toEqual(["command", "server"]);
  const last = await connectOrStart({ dataFolder });
  expect(await ask(last, "SELECT 1 FROM pg_tables WHERE tablename = 'kept'")).toHaveLength(1);
  await last.stop();
});

test("a recreated data folder gets a new cluster", async () => {
  const first = await start();
  await first.stop();
  await rm(dataFolder, { recursive: true });
  const second = await start();
  expect(await ask(second, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  expect((await readFile(join(dataFolder, "database-password"), "utf8")).length).toBeGreaterThan(
    40,
  );
});

test("a folder that cannot be written stops the start with a clear message", async () => {
  const file = join(dataFolder, "file");
  await writeFile(file, "");
  await expect(startEmbeddedPostgres({ dataFolder: join(file, "below") })).rejects.toMatchObject({
    name: "StartupError",
    message: expect.stringMatching(
      /^The data folder .* cannot be written \(ENOTDIR\)\. Set KEYSTEAD_DATA to a writable folder\.$/,
    ) as string,
  });
});
