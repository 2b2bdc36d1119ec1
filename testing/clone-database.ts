import pg from "pg";
import { asAdmin, databaseUrlFor } from "./admin-connection";
import type { TestPostgres } from "./test-postgres";

// Any number works, as long as all processes use the same one.
const cloneLock = 4_242_001;

/** Clones the template under a name that begins with the template's, and returns its URL. */
export async function cloneDatabase(
  { adminUrl, template }: Pick<TestPostgres, "adminUrl" | "template">,
  suffix: string,
): Promise<string> {
  const name = `${template}_${suffix}`;
  await asAdmin(adminUrl, async (client) => {
    // One clone at a time: PostgreSQL refuses to clone a template that another session copies, and
    // a worker's later files find the database of its first. Closing the connection unlocks.
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
