import pg from "pg";
import { inject } from "vitest";
import { asAdmin, databaseUrlFor } from "./admin-connection";

// Any number will do, as long as all workers take the same one.
const cloning = 4_242_001;

let url: Promise<string> | undefined;
let otherUrl: Promise<string> | undefined;

/**
 * A migrated database that belongs to this worker alone: test files that run at the same time never
 * share one.
 */
export function workerDatabaseUrl(): Promise<string> {
  return (url ??= cloneTemplate());
}

/** A second one, of another installation. */
export function otherDatabaseUrl(): Promise<string> {
  return (otherUrl ??= cloneTemplate("_other"));
}

async function cloneTemplate(suffix = ""): Promise<string> {
  const { adminUrl, template } = inject("database");
  const name = `${template}_${process.env.VITEST_POOL_ID ?? "0"}${suffix}`;
  await asAdmin(adminUrl, async (client) => {
    // One clone at a time: each later test file of a worker finds the database that an earlier one
    // made. Closing the connection frees the lock.
    await client.query("SELECT pg_advisory_lock($1)", [cloning]);
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [name]);
    if (rowCount) return;
    const quoted = pg.escapeIdentifier(name);
    await client.query(`CREATE DATABASE ${quoted} TEMPLATE ${pg.escapeIdentifier(template)}`);
    // Nobody misses a test database after a power cut, and commits are many times faster.
    await client.query(`ALTER DATABASE ${quoted} SET synchronous_commit = off`);
  });
  return databaseUrlFor(adminUrl, name);
}
