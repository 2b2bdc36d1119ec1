import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { z } from "zod";
import { StartupError } from "@/lib/errors";
import { causeOf } from "./database-failure";

/**
 * Phases as they are recorded with an applied migration. An older release, which lacks the migration's
 * file, decides by its phase whether it runs on the schema.
 */
const Phases = z.record(
  z.string(),
  z.union([
    z.literal("expand"),
    z
      .object({ contracts: z.string() })
      .transform(({ contracts }) => `contracts ${contracts}` as const),
  ]),
);
const Releases = z.object({
  unreleased: Phases,
  releases: z.array(z.object({ migrations: Phases })),
});

/** Reads the phases of a folder's migrations. Without `releases.json`, none has one. */
async function readPhases(folder: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(folder, "releases.json"), "utf8").catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return new Map();
  const { unreleased, releases } = Releases.parse(JSON.parse(text));
  const all = [unreleased, ...releases.map(({ migrations }) => migrations)];
  return new Map(all.flatMap((phases) => Object.entries(phases)));
}

/**
 * Whether a release runs on a schema with a migration of a newer one. An expand takes nothing away,
 * and a contract takes away what its expand has replaced.
 * @param known the release's own migrations
 */
const runsOn = (phase: string | null, known: { has(name: string): boolean }): boolean =>
  phase === "expand" ||
  (phase?.startsWith("contracts ") === true && known.has(phase.slice("contracts ".length)));

export interface Migration {
  name: string;
  sql: string;
  /** SHA-256, hex, of the file, as Prisma records it. */
  checksum: string;
  /** Absent from the list of releases: null. */
  phase: string | null;
}

export interface RecordedMigration {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
  /** The phase, in a column in which Prisma keeps errors of failed migrations. */
  logs: string | null;
}

type Connection = Pick<pg.Pool, "query">;

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

/** Prisma takes the same lock, so its command line and Keystead never migrate at the same time. */
export const migrationLock = 72_707_369;

/** Name in the records, while a restore fills the database. No Keystead starts on it. */
const unfinishedRestore = "unfinished restore";

/** Reads the folder's migrations, oldest first. */
export async function readMigrations(folder: string): Promise<Migration[]> {
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

/** Reads the records of migrations that weren't rolled back, oldest first. */
export async function readRecorded(connection: Connection): Promise<RecordedMigration[]> {
  const { rows } = await connection.query<RecordedMigration>(
    `SELECT "migration_name", "checksum", "finished_at", "logs" FROM "_prisma_migrations"
    WHERE "rolled_back_at" IS NULL ORDER BY "started_at"`,
  );
  return rows;
}

const byName = (migrations: readonly Migration[]) =>
  new Map(migrations.map((migration) => [migration.name, migration]));

/** Returns the names of a newer release's migrations. */
export function findNewer(
  migrations: readonly Migration[],
  recorded: readonly RecordedMigration[],
): string[] {
  const known = byName(migrations);
  return recorded.map(({ migration_name: name }) => name).filter((name) => !known.has(name));
}

/** Returns a sentence for each record that stops a start. */
export function findFaults(
  migrations: readonly Migration[],
  recorded: readonly RecordedMigration[],
): string[] {
  const known = byName(migrations);
  return recorded.flatMap(({ migration_name: name, checksum, finished_at, logs }) => {
    if (name === unfinishedRestore)
      return (
        "A restore into this database runs or was interrupted. Wait until it has finished. If it " +
        "doesn't run any more, drop the database, create it again and repeat the restore."
      );
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

/**
 * @throws StartupError if a record differs from the folder, a restore hasn't finished, or a newer
 * release made a schema on which this one doesn't run
 */
export function requireMatchingRecords(
  migrations: readonly Migration[],
  recorded: readonly RecordedMigration[],
): void {
  const [fault] = findFaults(migrations, recorded);
  if (fault !== undefined) throw new StartupError(fault);
}

/**
 * Creates the table of records if it doesn't exist.
 * @throws StartupError if the role may not
 */
export async function createRecords(connection: Connection): Promise<void> {
  try {
    await connection.query(recordTable);
  } catch (error) {
    throw new StartupError(
      `The table of migrations can't be created: ${causeOf(error)}. Let the role own the ` +
        "database, or grant it CREATE on the schema.",
    );
  }
}

/** @throws StartupError for a version of PostgreSQL that is too old */
export async function requireServerVersion(connection: Connection): Promise<void> {
  const { rows } = await connection.query<{ version: string }>(
    "SELECT current_setting('server_version_num') AS version",
  );
  if (Number(rows[0]?.version) < oldestServer)
    throw new StartupError("Keystead requires PostgreSQL 15 or later.");
}

/** Applies a migration in a transaction. @throws StartupError if it fails; it is rolled back */
export async function applyMigration(
  client: pg.Client,
  { name, sql, checksum, phase }: Migration,
): Promise<void> {
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
    throw new StartupError(`The migration ${name} failed and was rolled back: ${causeOf(error)}.`);
  }
}

/** Keeps every Keystead from starting on the database until `endRestore`. */
export async function beginRestore(connection: Connection): Promise<void> {
  await connection.query(
    `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name") VALUES ($1, '', $2)`,
    [randomUUID(), unfinishedRestore],
  );
}

/** Lets Keystead start on the restored database. */
export async function endRestore(connection: Connection): Promise<void> {
  await connection.query(`DELETE FROM "_prisma_migrations" WHERE "migration_name" = $1`, [
    unfinishedRestore,
  ]);
}
