import type pg from "pg";
import { type CopyToStreamQuery, to as copyTo } from "pg-copy-streams";
import { StartupError } from "@/lib/errors";
import { openSession } from "@/lib/platform/database-session";
import {
  findNewer,
  type Migration,
  readMigrations,
  readRecorded,
  requireMatchingRecords,
} from "@/lib/platform/stored-migrations";
import { type BackupTable, columnList } from "./backup-format";

/** A table to back up. */
export interface SourceTable {
  name: string;
  /** SQL condition for the rows to back up. Default: all. */
  where?: string | undefined;
}

export interface Snapshot {
  migrations: Migration[];
  tables: (BackupTable & SourceTable)[];
  copy(table: BackupTable & SourceTable): CopyToStreamQuery;
  close(): Promise<void>;
}

async function readColumns(client: pg.Client, name: string): Promise<string[]> {
  const { rows } = await client.query<{ column: string }>(
    `SELECT attname AS "column" FROM pg_attribute
    WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    ORDER BY attnum`,
    [client.escapeIdentifier(name)],
  );
  return rows.map(({ column }) => column);
}

/** @throws StartupError unless the database has exactly the folder's migrations */
async function requireThisVersion(client: pg.Client, folder: string): Promise<Migration[]> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('"_prisma_migrations"') IS NOT NULL AS found`,
  );
  if (rows[0]?.found !== true) throw new StartupError("The database is empty.");
  const migrations = await readMigrations(folder);
  const recorded = await readRecorded(client);
  requireMatchingRecords(migrations, recorded);
  // This version runs on some newer schemas, but doesn't know their tables.
  const [newer] = findNewer(migrations, recorded);
  if (newer !== undefined)
    throw new StartupError(
      `The database is of a newer version, with the migration ${newer}. Back it up with that version.`,
    );
  if (recorded.length < migrations.length)
    throw new StartupError(
      "The database is of an older version. Back it up with that version, before you upgrade.",
    );
  return migrations;
}

/**
 * Opens a snapshot of the database: one read-only transaction, which also runs on a standby. It blocks
 * no reads or writes, but migrations wait until it is closed.
 * @throws StartupError if the database can't be reached, or is of another version than the folder's
 */
export async function openSnapshot({
  databaseUrl,
  folder,
  tables,
}: {
  databaseUrl: string;
  folder: string;
  tables: readonly SourceTable[];
}): Promise<Snapshot> {
  const client = await openSession({ databaseUrl, name: "keystead-backup" });
  try {
    await client.query("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0");
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const migrations = await requireThisVersion(client, folder);
    const found = [];
    for (const table of tables)
      found.push({ ...table, columns: await readColumns(client, table.name) });
    return {
      migrations,
      tables: found,
      copy(table) {
        const where = table.where === undefined ? "" : ` WHERE ${table.where}`;
        const rows = `SELECT ${columnList(table)} FROM ${client.escapeIdentifier(table.name)}`;
        return client.query(copyTo(`COPY (${rows}${where}) TO STDOUT`));
      },
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}
