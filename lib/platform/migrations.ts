import { readdirSync } from "node:fs";
import type pg from "pg";
import { z } from "zod";
import type { Database } from "./database-client";
import { openSession } from "./database-session";
import { waitForLock } from "./session-lock";
import {
  applyMigration,
  createRecords,
  findFaults,
  findNewer,
  migrationLock,
  readMigrations,
  readRecorded,
  requireMatchingRecords,
  requireServerVersion,
} from "./stored-migrations";

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
  const client = await openSession({ databaseUrl, name: "keystead-migrations" });
  try {
    await requireServerVersion(client);
    await waitForLock(client, migrationLock);
    await createRecords(client);
    const migrations = await readMigrations(folder);
    const recorded = await readRecorded(client);
    requireMatchingRecords(migrations, recorded);
    const done = new Set(recorded.map(({ migration_name }) => migration_name));
    const missing = migrations.filter(({ name }) => !done.has(name));
    for (const migration of missing) await applyMigration(client, migration);
    return { applied: missing.map(({ name }) => name) };
  } finally {
    await client.end();
  }
}

export interface MigrationsOf {
  query: Pick<pg.Pool, "query">;
  folder: string;
}

const listed = new Map<string, string[]>();

/** Lists the names of a folder's migrations once, because they don't change while a process runs. */
function listMigrations(folder: string): string[] {
  const names =
    listed.get(folder) ??
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  listed.set(folder, names);
  return names;
}

const Pending = z.object({ name: z.string() });

/**
 * Returns the names of the folder's migrations that the database hasn't finished. For /readyz. Raw:
 * the records are no model.
 */
export async function pendingMigrations(
  { query }: Pick<Database, "query">,
  folder: string,
): Promise<string[]> {
  const rows = await query(Pending)`
    SELECT n."name" FROM unnest(${listMigrations(folder)}::text[]) AS n("name")
    WHERE NOT EXISTS (SELECT FROM "_prisma_migrations" m WHERE m."migration_name" = n."name"
      AND m."finished_at" IS NOT NULL AND m."rolled_back_at" IS NULL)
    ORDER BY n."name"`;
  return rows.map(({ name }) => name);
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
  const finished = new Set(
    recorded.flatMap((record) => (record.finished_at === null ? [] : [record.migration_name])),
  );
  return {
    pending: migrations.map(({ name }) => name).filter((name) => !finished.has(name)),
    faults: findFaults(migrations, recorded),
    newer: findNewer(migrations, recorded),
  };
}
