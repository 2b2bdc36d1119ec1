import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { StartupError } from "@/lib/errors";
import { waitForLock } from "./session-lock";

interface Migration {
  name: string;
  sql: string;
  /** SHA-256, hex, of the file, as Prisma records it. */
  checksum: string;
}

interface Recorded {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
  rolled_back_at: Date | null;
}

// Prisma's own table, so that Prisma's command line and Keystead record the same migrations.
const recordTable = `
  CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum" VARCHAR(64) NOT NULL,
    "finished_at" TIMESTAMPTZ,
    "migration_name" VARCHAR(255) NOT NULL,
    "logs" TEXT,
    "rolled_back_at" TIMESTAMPTZ,
    "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count" INTEGER NOT NULL DEFAULT 0
  )`;

const oldestServer = 150_000;
// Prisma takes the same lock, so its command line and Keystead never migrate at the same time.
const migrationLock = 72_707_369;

async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

async function readRecorded(connection: Pick<pg.Pool, "query">): Promise<Recorded[]> {
  const { rows } = await connection.query<Recorded>(
    `SELECT "migration_name", "checksum", "finished_at", "rolled_back_at"
    FROM "_prisma_migrations"
    ORDER BY "started_at"`,
  );
  return rows.filter(({ rolled_back_at }) => rolled_back_at === null);
}

function requireMatchingRecords(migrations: Migration[], recorded: Recorded[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { migration_name: name, checksum, finished_at } of recorded) {
    const migration = known.get(name);
    if (migration === undefined)
      throw new StartupError(
        `The database has the migration ${name}, which this version does not know. ` +
          "Start the newer version.",
      );
    if (finished_at === null)
      throw new StartupError(
        `The migration ${name} failed halfway. Restore the database, or fix it and mark the ` +
          "migration with Prisma's migrate resolve.",
      );
    if (migration.checksum !== checksum)
      throw new StartupError(
        `The migration ${name} was changed after it had been applied. Restore its file.`,
      );
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function applyOne(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(sql);
    await client.query(
      `INSERT INTO "_prisma_migrations"
        ("id", "checksum", "finished_at", "migration_name", "applied_steps_count")
      VALUES ($1, $2, clock_timestamp(), $3, 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw new StartupError(`The migration ${name} failed and was rolled back: ${messageOf(error)}`);
  }
}

function explain(error: unknown, databaseUrl: string): StartupError {
  const { host, pathname } = new URL(databaseUrl);
  const place = `the database ${decodeURIComponent(pathname.slice(1))} at ${host}`;
  const code = (error as { code?: string }).code ?? "";
  if (code === "28P01" || code === "28000")
    return new StartupError(`DATABASE_URL: ${place} rejects this user or password.`);
  if (code === "3D000")
    return new StartupError(`DATABASE_URL: ${place} does not exist. Create it first.`);
  const reason = code || (error instanceof Error ? error.message : "unknown reason");
  return new StartupError(`DATABASE_URL: ${place} cannot be reached (${reason}).`);
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    application_name: "keystead-migrations",
  });
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw explain(error, databaseUrl);
  }
}

/**
 * Applies the folder's pending migrations in order, each in one transaction. A lock makes
 * concurrent instances wait.
 * @throws StartupError if the database cannot be reached, is older than PostgreSQL 15 or has
 * recorded migrations that differ from the folder
 */
export async function applyMigrations({
  databaseUrl,
  folder,
}: {
  databaseUrl: string;
  folder: string;
}): Promise<{ applied: string[] }> {
  const client = await connect(databaseUrl);
  try {
    const { rows } = await client.query<{ version: string }>(
      "SELECT current_setting('server_version_num') AS version",
    );
    if (Number(rows[0]?.version) < oldestServer)
      throw new StartupError("Keystead requires PostgreSQL 15 or later.");
    await waitForLock(client, migrationLock);
    await client.query(recordTable);
    const migrations = await readMigrations(folder);
    const recorded = await readRecorded(client);
    requireMatchingRecords(migrations, recorded);
    const done = new Set(recorded.map(({ migration_name }) => migration_name));
    const missing = migrations.filter(({ name }) => !done.has(name));
    for (const migration of missing) await applyOne(client, migration);
    return { applied: missing.map(({ name }) => name) };
  } finally {
    await client.end();
  }
}

/**
 * Returns the names of the folder's migrations that the database hasn't finished. For /readyz.
 */
export async function pendingMigrations({
  query,
  folder,
}: {
  query: Pick<pg.Pool, "query">;
  folder: string;
}): Promise<string[]> {
  const done = new Set(
    (await readRecorded(query))
      .filter(({ finished_at }) => finished_at !== null)
      .map(({ migration_name }) => migration_name),
  );
  return (await readMigrations(folder)).map(({ name }) => name).filter((name) => !done.has(name));
}
