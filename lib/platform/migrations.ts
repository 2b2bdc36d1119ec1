import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { StartupError } from "@/lib/errors";
import { readPhases, runsOn } from "./migration-phases";
import { waitForLock } from "./session-lock";

interface Migration {
  name: string;
  sql: string;
  /** SHA-256, hex, of the file, as Prisma records it. */
  checksum: string;
  /** Absent from the list of releases: null. */
  phase: string | null;
}

interface Recorded {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
  rolled_back_at: Date | null;
  /** The phase, in a column in which Prisma keeps errors of failed migrations. */
  logs: string | null;
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

/** PostgreSQL 15, as `server_version_num`. */
export const oldestServer = 150_000;
// Prisma takes the same lock, so its command line and Keystead never migrate at the same time.
const migrationLock = 72_707_369;

async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  const phases = await readPhases(folder);
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name, "migration.sql"), "utf8");
      const checksum = createHash("sha256").update(sql).digest("hex");
      return { name, sql, checksum, phase: phases.get(name) ?? null };
    }),
  );
}

async function readRecorded(connection: Pick<pg.Pool, "query">): Promise<Recorded[]> {
  const { rows } = await connection.query<Recorded>(
    `SELECT "migration_name", "checksum", "finished_at", "rolled_back_at", "logs"
    FROM "_prisma_migrations"
    ORDER BY "started_at"`,
  );
  return rows.filter(({ rolled_back_at }) => rolled_back_at === null);
}

const byName = (migrations: Migration[]) =>
  new Map(migrations.map((migration) => [migration.name, migration]));

/** Returns the names of a newer release's migrations. */
const findNewer = (migrations: Migration[], recorded: Recorded[]): string[] => {
  const known = byName(migrations);
  return recorded.map(({ migration_name: name }) => name).filter((name) => !known.has(name));
};

/** Returns a sentence for each recorded migration that stops a start. */
function findFaults(migrations: Migration[], recorded: Recorded[]): string[] {
  const known = byName(migrations);
  return recorded.flatMap(({ migration_name: name, checksum, finished_at, logs }) => {
    const migration = known.get(name);
    if (migration === undefined && finished_at !== null && runsOn(logs, known)) return [];
    if (migration === undefined)
      return (
        `The database has the migration ${name}, which this version does not know. ` +
        "Start the newer version."
      );
    if (finished_at === null)
      return (
        `The migration ${name} failed halfway. Restore the database, or fix it and mark the ` +
        "migration with Prisma's migrate resolve."
      );
    if (migration.checksum !== checksum)
      return `The migration ${name} was changed after it had been applied. Restore its file.`;
    return [];
  });
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function applyOne(client: pg.Client, migration: Migration): Promise<void> {
  const { name, sql, checksum, phase } = migration;
  await client.query("BEGIN");
  try {
    await client.query(sql);
    await client.query(
      `INSERT INTO "_prisma_migrations"
        ("id", "checksum", "finished_at", "migration_name", "applied_steps_count", "logs")
      VALUES ($1, $2, clock_timestamp(), $3, 1, $4)`,
      [randomUUID(), checksum, name, phase],
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

/**
 * Connects before a start.
 * @throws StartupError that says what is wrong, without the password
 */
export async function connectOrExplain(databaseUrl: string): Promise<pg.Client> {
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
 * @throws StartupError if the database cannot be reached, is older than PostgreSQL 15, or has recorded
 * migrations that differ from the folder, or of a newer release on whose schema this one doesn't run
 */
export async function applyMigrations({
  databaseUrl,
  folder,
}: {
  databaseUrl: string;
  folder: string;
}): Promise<{ applied: string[] }> {
  const client = await connectOrExplain(databaseUrl);
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
    const [fault] = findFaults(migrations, recorded);
    if (fault !== undefined) throw new StartupError(fault);
    const done = new Set(recorded.map(({ migration_name }) => migration_name));
    const missing = migrations.filter(({ name }) => !done.has(name));
    for (const migration of missing) await applyOne(client, migration);
    return { applied: missing.map(({ name }) => name) };
  } finally {
    await client.end();
  }
}

export interface MigrationsOf {
  query: Pick<pg.Pool, "query">;
  folder: string;
}

/**
 * Returns the names of the folder's migrations that the database hasn't finished. For /readyz.
 */
export async function pendingMigrations({ query, folder }: MigrationsOf): Promise<string[]> {
  const done = new Set(
    (await readRecorded(query))
      .filter(({ finished_at }) => finished_at !== null)
      .map(({ migration_name }) => migration_name),
  );
  return (await readMigrations(folder)).map(({ name }) => name).filter((name) => !done.has(name));
}

export interface MigrationState {
  /** What the next start would apply. */
  pending: string[];
  /** A sentence for each recorded migration that would stop it. */
  faults: string[];
  /** Recorded migrations of a newer release. */
  newer: string[];
}

/** Reads the state of the migrations before a start. */
export async function inspectMigrations(of: MigrationsOf): Promise<MigrationState> {
  const migrations = await readMigrations(of.folder);
  const { rows } = await of.query.query<{ exists: boolean }>(
    `SELECT to_regclass('"_prisma_migrations"') IS NOT NULL AS "exists"`,
  );
  if (rows[0]?.exists !== true)
    return { pending: migrations.map(({ name }) => name), faults: [], newer: [] };
  const recorded = await readRecorded(of.query);
  return {
    pending: await pendingMigrations(of),
    faults: findFaults(migrations, recorded),
    newer: findNewer(migrations, recorded),
  };
}
