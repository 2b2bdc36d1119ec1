import pg from "pg";
import { inject } from "vitest";
import { asAdmin, databaseUrlFor } from "./admin-connection";

// Any number works, as long as all workers use the same one.
const cloneLock = 4_242_001;

let url: Promise<string> | undefined;
let otherUrl: Promise<string> | undefined;

/** Returns a migrated database of this worker. Test files that run in parallel never share one. */
export function workerDatabaseUrl(): Promise<string> {
  return (url ??= cloneTemplate());
}

/** Returns a second database, for another installation. */
export function otherDatabaseUrl(): Promise<string> {
  return (otherUrl ??= cloneTemplate("_other"));
}

async function cloneTemplate(suffix = ""): Promise<string> {
  const { adminUrl, template } = inject("database");
  const name = `${template}_${process.env.VITEST_POOL_ID ?? "0"}${suffix}`;
  await asAdmin(adminUrl, async (client) => {
    // The lock allows one clone at a time, so that later test files of a worker find the database of
    // the first. Closing the connection releases it.
    await client.query("SELECT pg_advisory_lock($1)", [cloneLock]);
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [name]);
    if (rowCount) return;
    const quoted = pg.escapeIdentifier(name);
    await client.query(`CREATE DATABASE ${quoted} TEMPLATE ${pg.escapeIdentifier(template)}`);
    // A test database may be lost in a power cut, and commits are many times faster.
    await client.query(`ALTER DATABASE ${quoted} SET synchronous_commit = off`);
  });
  return databaseUrlFor(adminUrl, name);
}
