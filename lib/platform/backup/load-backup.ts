import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { badRequest } from "@/lib/errors";
import { openSession } from "@/lib/platform/database-session";
import { tryLock } from "@/lib/platform/session-lock";
import {
  applyMigration,
  beginRestore,
  createRecords,
  endRestore,
  type Migration,
  migrationLock,
  readMigrations,
  requireServerVersion,
} from "@/lib/platform/stored-migrations";
import { BackupDamaged, type BackupHeader, type BackupTable, columnList } from "./backup-format";
import { readBackup, type StoredBackup, type VerifiedBackup } from "./read-backup";

/** Tables, views and sequences of users: not PostgreSQL's own, and not of an extension. */
const relations = `
  SELECT c.relname AS "name" FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_(toast|temp)'
    AND c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
    AND NOT EXISTS (SELECT FROM pg_depend d
      WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
  ORDER BY c.relname LIMIT 1`;

/** Sessions of other Keystead processes. Those that wait for the restore's lock are harmless. */
const sessions = `
  SELECT pid, application_name AS "name" FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE 'keystead%'
    AND application_name NOT IN ('keystead-restore', 'keystead-migrations')
  ORDER BY pid LIMIT 1`;

/** @throws BadRequest if the database has tables */
async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(relations);
  if (rows[0] !== undefined)
    throw badRequest(
      "--into",
      `the database isn't empty: it has ${rows[0].name}. A restore never replaces anything. Create ` +
        "a new database, and name that one.",
    );
}

/** @throws BadRequest if a running Keystead is connected to the database */
async function requireUnused(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number; name: string }>(sessions);
  if (rows[0] !== undefined)
    throw badRequest(
      "--into",
      `a running Keystead uses the database (PostgreSQL's process ${rows[0].pid}). Stop it first.`,
    );
}

export interface Target {
  databaseUrl: string;
  /** The folder of this version's migrations. */
  folder: string;
}

/** A table of a backup. */
interface LoadedTable {
  name: string;
  /** SQL that changes the rows in the transaction that loads them. $1 is the time of the restore. */
  onLoad?: string | undefined;
}

interface RestoredBackup extends StoredBackup {
  tables: readonly LoadedTable[];
  /** The time of the restore. */
  restoredAt: Date;
}

/** A restore failed after it had begun to fill the database. `cause` says why. */
export class RestoreInterrupted extends Error {
  override name = "RestoreInterrupted";
  constructor(cause: unknown) {
    super("The restore didn't finish. Drop the database, create it again and repeat the restore.", {
      cause,
    });
  }
}

/** Fails with the class of an error of the database, whose message may quote values. */
const isDataError = (error: unknown) =>
  /^2[23]/.test(String((error as { code?: unknown } | null)?.code));

/**
 * Returns the migrations that the backup has. They must be this version's first ones.
 * @throws BadRequest for a backup of a newer version, or of one with other migrations
 */
function migrationsOf({ migrations, version }: BackupHeader, known: readonly Migration[]) {
  for (const [index, { name, checksum }] of migrations.entries()) {
    const same = known[index];
    if (same === undefined)
      throw badRequest(
        "",
        `the backup is of a newer version (${version}, with the migration ${name}). Install that ` +
          "version or a newer one, then restore with it.",
      );
    if (same.name !== name || same.checksum !== checksum)
      throw badRequest(
        "",
        `the backup has another migration ${name} than this version. Restore it with the version ` +
          `that made it (${version}).`,
      );
  }
  return known.slice(0, migrations.length);
}

async function load(
  client: pg.Client,
  table: BackupTable,
  rows: AsyncIterable<Buffer>,
): Promise<number> {
  const name = client.escapeIdentifier(table.name);
  const copy = client.query(copyFrom(`COPY ${name} (${columnList(table)}) FROM STDIN`));
  try {
    await pipeline(rows, copy);
  } catch (error) {
    if (!isDataError(error)) throw error;
    const { code } = error as { code: string };
    throw new BackupDamaged(`The rows of ${table.name} can't be loaded (${code}).`);
  }
  return copy.rowCount;
}

/** Loads all tables in one transaction, which ends only after the checksum of the backup. */
async function loadTables(client: pg.Client, source: RestoredBackup): Promise<VerifiedBackup> {
  await client.query("BEGIN");
  try {
    const loaded = await readBackup(source, {
      async header({ tables }) {
        // Rows that migrations inserted.
        for (const { name } of [...tables].reverse())
          await client.query(`DELETE FROM ${client.escapeIdentifier(name)}`);
      },
      rows: (table, rows) => load(client, table, rows),
    });
    for (const { name, onLoad } of source.tables)
      if (onLoad !== undefined && loaded.header.tables.some((table) => table.name === name))
        await client.query(onLoad, [source.restoredAt]);
    await requireUnused(client);
    await client.query("COMMIT");
    return loaded;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

async function fill<T>(
  client: pg.Client,
  { known, present }: { known: readonly Migration[]; present: readonly Migration[] },
  source: RestoredBackup,
  settle: (restored: VerifiedBackup) => Promise<T>,
): Promise<T> {
  await createRecords(client);
  await beginRestore(client);
  for (const migration of present) await applyMigration(client, migration);
  const restored = await loadTables(client, source);
  // A backup of an older version is upgraded as its database would have been.
  for (const migration of known.slice(present.length)) await applyMigration(client, migration);
  // Without statistics, the first queries would read whole tables.
  await client.query("ANALYZE");
  const settled = await settle(restored);
  await endRestore(client);
  return settled;
}

/**
 * Restores a backup into an empty database: migrations, rows, and then `settle`. Until all of it is
 * done, Keystead doesn't start on the database. Of several restores into one database, one runs.
 * @param settle changes what a restore must change. It uses connections of its own
 * @returns what `settle` returns
 * @throws BackupDamaged, BadRequest or StartupError before it changes anything · RestoreInterrupted
 */
export async function loadBackup<T>(
  { databaseUrl, folder }: Target,
  source: RestoredBackup,
  settle: (restored: VerifiedBackup) => Promise<T>,
): Promise<T> {
  // Reads the file twice, so that a damaged one leaves the database as it is.
  const { header } = await readBackup(source);
  const known = await readMigrations(folder);
  const present = migrationsOf(header, known);
  const client = await openSession({ databaseUrl, name: "keystead-restore", source: "--into" });
  try {
    await requireServerVersion(client);
    if (!(await tryLock(client, migrationLock)))
      throw badRequest("--into", "another restore or a starting Keystead uses this database.");
    await requireEmpty(client);
    await requireUnused(client);
    await client.query("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0");
    return await fill(client, { known, present }, source, settle).catch((error: unknown) => {
      throw new RestoreInterrupted(error);
    });
  } finally {
    await client.end();
  }
}
