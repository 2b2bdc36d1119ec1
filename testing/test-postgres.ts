import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { userSearchIndex } from "@/lib/domain/user/search/search-index";
import { startEmbeddedPostgres } from "@/lib/platform/embedded-postgres/start";
import { applyMigrations } from "@/lib/platform/migrations";
import { createOptionalIndex } from "@/lib/platform/optional-index";
import { asAdmin, databaseUrlFor } from "./admin-connection";

export interface TestPostgres {
  /** May create databases. */
  adminUrl: string;
  /** A migrated, empty database to clone. */
  template: string;
  /** Stops a PostgreSQL that was started here. Drops the databases on a configured one. */
  stop(): Promise<void>;
}

/**
 * A test database may be lost in a power cut, and many workers and servers share one PostgreSQL.
 * Without autovacuum, no statistics appear while a test runs and change the plan of its next query.
 */
const settings = {
  autovacuum: "off",
  max_connections: "400",
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
};

const migrations = path.resolve(import.meta.dirname, "../prisma/migrations");

/**
 * Returns the PostgreSQL of `TEST_DATABASE_URL`, or starts an embedded one, and creates the template.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const configured = process.env.TEST_DATABASE_URL;
  const server = configured
    ? { adminUrl: configured, stop: () => Promise.resolve() }
    : await startOwnPostgres();
  // Each run has its own name, so that several can share one PostgreSQL.
  const template = `keystead_test_${randomBytes(6).toString("hex")}`;
  const stop = async () => {
    if (configured) await dropDatabases(configured, template);
    await server.stop();
  };
  try {
    await createTemplate(server.adminUrl, template);
  } catch (error) {
    await stop();
    throw error;
  }
  return { adminUrl: server.adminUrl, template, stop };
}

async function startOwnPostgres(): Promise<{ adminUrl: string; stop(): Promise<void> }> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), "keystead-test-"));
  const folders = [dataFolder];
  const remove = () =>
    Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  try {
    const first = await startEmbeddedPostgres({ dataFolder });
    // Under root the data lies outside the requested folder.
    folders.push(first.folder);
    await asAdmin(first.url, async (client) => {
      for (const [name, value] of Object.entries(settings))
        await client.query(`ALTER SYSTEM SET ${name} = ${pg.escapeLiteral(value)}`);
    });
    // max_connections needs a restart.
    await first.stop();
    const postgres = await startEmbeddedPostgres({ dataFolder });
    const stop = async () => {
      await postgres.stop().finally(remove);
    };
    return { adminUrl: postgres.url, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function createTemplate(adminUrl: string, template: string): Promise<void> {
  await asAdmin(adminUrl, (client) => client.query(`CREATE DATABASE ${template}`));
  const databaseUrl = databaseUrlFor(adminUrl, template);
  await applyMigrations({ databaseUrl, folder: migrations });
  await createOptionalIndex(databaseUrl, userSearchIndex);
  // PostgreSQL clones a database only if it has no connections.
  await asAdmin(adminUrl, (client) =>
    client.query(`ALTER DATABASE ${template} ALLOW_CONNECTIONS false`),
  );
}

async function dropDatabases(adminUrl: string, template: string): Promise<void> {
  await asAdmin(adminUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      "SELECT datname FROM pg_database WHERE starts_with(datname, $1)",
      [template],
    );
    for (const { datname } of rows)
      await client.query(`DROP DATABASE ${pg.escapeIdentifier(datname)} WITH (FORCE)`);
  });
}
