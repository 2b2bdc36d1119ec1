import { createHash, randomBytes } from "node:crypto";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { asAdmin, databaseUrlFor } from "@/testing/admin-connection";
import { connectDatabase } from "./database";
import { applyMigrations, pendingMigrations } from "./migrations";

const { adminUrl } = inject("database");
let name: string;
let folder: string;
let databaseUrl: string;

beforeEach(async () => {
  name = `keystead_migrations_${randomBytes(6).toString("hex")}`;
  databaseUrl = databaseUrlFor(adminUrl, name);
  folder = await mkdtemp(join(tmpdir(), "keystead-migrations-"));
  await cp("prisma/migrations", folder, { recursive: true });
  await asAdmin(adminUrl, (client) => client.query(`CREATE DATABASE ${name}`));
});
afterEach(async () => {
  await asAdmin(adminUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  await rm(folder, { recursive: true });
});

async function query<T extends pg.QueryResultRow>(sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<T>(sql);
  await client.end();
  return rows;
}
const migrate = () => applyMigrations({ databaseUrl, folder });
async function addMigration(migration: string, sql: string): Promise<void> {
  await mkdir(join(folder, migration));
  await writeFile(join(folder, migration, "migration.sql"), sql);
}

test("each migration is applied once and recorded as Prisma records it, with its phase", async () => {
  const { applied } = await migrate();
  expect(applied.length).toBeGreaterThan(0);
  expect((await migrate()).applied).toEqual([]);
  const [row] = await query<Record<string, unknown>>(
    'SELECT * FROM "_prisma_migrations" ORDER BY "started_at"',
  );
  const sql = await readFile(join(folder, applied[0] ?? "", "migration.sql"));
  expect(row).toMatchObject({
    migration_name: applied[0],
    checksum: createHash("sha256").update(sql).digest("hex"),
    applied_steps_count: 1,
    logs: "expand",
    rolled_back_at: null,
  });
  expect(row?.["finished_at"]).toBeInstanceOf(Date);
});

test("eight concurrent starts apply each migration once", async () => {
  const results = await Promise.all(Array.from({ length: 8 }, migrate));
  expect(results.filter(({ applied }) => applied.length > 0)).toHaveLength(1);
});

test("lists pending migrations before, and none after", async () => {
  await migrate();
  await addMigration("29990101000000_later", "SELECT 1");
  const { db, close } = connectDatabase(databaseUrl, () => undefined);
  expect(await pendingMigrations(db, folder)).toEqual(["29990101000000_later"]);
  await migrate();
  expect(await pendingMigrations(db, folder)).toEqual([]);
  await close();
});

test("rolls back and names a failed migration, and keeps the ones before it", async () => {
  await migrate();
  const before = (await query('SELECT 1 FROM "_prisma_migrations"')).length;
  await addMigration("29990101000000_broken", "CREATE TABLE planted (); SELECT 1/0;");
  await expect(migrate()).rejects.toThrow(
    /^The migration 29990101000000_broken failed and was rolled back: code 22012\.$/,
  );
  expect(await query("SELECT 1 FROM pg_tables WHERE tablename = 'planted'")).toEqual([]);
  expect(await query('SELECT 1 FROM "_prisma_migrations"')).toHaveLength(before);
});

test("starts on a newer schema if nothing that this release uses was removed", async () => {
  const { applied } = await migrate();
  const [known = ""] = applied;
  const newer = "29990101000000_newer";
  const record = (phase: string, finishedAt = "now()") =>
    query(
      `INSERT INTO "_prisma_migrations"
        ("id", "checksum", "migration_name", "started_at", "finished_at", "logs")
      VALUES ('newer', 'x', '${newer}', now(), ${finishedAt}, ${phase})
      ON CONFLICT ("id") DO UPDATE
        SET "finished_at" = EXCLUDED."finished_at", "logs" = EXCLUDED."logs"`,
    );
  for (const phase of ["'expand'", `'contracts ${known}'`]) {
    await record(phase);
    expect(await migrate(), phase).toEqual({ applied: [] });
  }
  const refused = "does not know. Start the newer version.";
  for (const phase of ["NULL", "''", "'contracts 29980101000000_newer_too'", "'contracts '"]) {
    await record(phase);
    await expect(migrate(), phase).rejects.toThrow(refused);
  }
  await record("'expand'", "NULL");
  await expect(migrate()).rejects.toThrow(refused);
});

test("records the phases of the list of releases, and none for others", async () => {
  const name = "29990101000000_contract";
  await addMigration(name, "SELECT 1");
  await addMigration("29990101000001_unlisted", "SELECT 1");
  const list = join(folder, "releases.json");
  const releases = JSON.parse(await readFile(list, "utf8")) as { unreleased: object };
  const unreleased = { ...releases.unreleased, [name]: { contracts: "20261120000000_foundation" } };
  await writeFile(list, JSON.stringify({ ...releases, unreleased }));
  await migrate();
  expect(
    await query(
      `SELECT "logs" FROM "_prisma_migrations" WHERE "migration_name" LIKE '2999%'
      ORDER BY "migration_name"`,
    ),
  ).toEqual([{ logs: "contracts 20261120000000_foundation" }, { logs: null }]);
});

test.each([
  [
    "changed",
    `UPDATE "_prisma_migrations" SET "checksum" = repeat('0', 64)`,
    /was changed after it had been applied/,
  ],
  [
    "unknown",
    `UPDATE "_prisma_migrations" SET "migration_name" = '29990101000000_newer', "logs" = NULL`,
    /29990101000000_newer, which this version does not know/,
  ],
  ["half-way", `UPDATE "_prisma_migrations" SET "finished_at" = NULL`, /failed halfway/],
])("a %s migration stops the start with one sentence", async (_name, damage, sentence) => {
  await migrate();
  await query(damage);
  await expect(migrate()).rejects.toMatchObject({
    name: "StartupError",
    message: expect.stringMatching(sentence) as string,
  });
});

test("reports a missing or unreachable database without the password", async () => {
  const missing = new URL(databaseUrlFor(adminUrl, "no_such_database"));
  await expect(applyMigrations({ databaseUrl: missing.href, folder })).rejects.toThrow(
    /no_such_database at .* does not exist. Create it first/,
  );
  const refusal = await applyMigrations({
    databaseUrl: "postgresql://ada:hunter2@127.0.0.1:1/keystead",
    folder,
  }).catch((error: unknown) => error as Error);
  expect(refusal).toMatchObject({
    name: "StartupError",
    message: "DATABASE_URL: the database keystead at 127.0.0.1:1 cannot be reached (ECONNREFUSED).",
  });
});
