import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "@/lib/platform/embedded-postgres/start";
import { userSearchIndex } from "@/lib/domain/user/search-index";
import { applyMigrations } from "@/lib/platform/migrations";
import { createOptionalIndex } from "@/lib/platform/optional-index";
import { asAdmin, databaseUrlFor } from "./admin-connection";

declare module "vitest" {
  export interface ProvidedContext {
    /** `adminUrl` may create databases; `template` is a migrated, empty database to clone. */
    database: { adminUrl: string; template: string };
  }
}

interface Server {
  adminUrl: string;
  stop(): Promise<void>;
}

const migrations = path.resolve(import.meta.dirname, "../../prisma/migrations");

// Each run has its own name, so that two runs can share one server.
const template = `keystead_test_${randomBytes(6).toString("hex")}`;

let server: Server | undefined;

export async function setup(project: TestProject): Promise<void> {
  server = await startServer();
  const { adminUrl } = server;
  try {
    await createTemplate(adminUrl);
  } catch (error) {
    // Vitest calls teardown only after a setup that succeeded.
    await teardown();
    throw error;
  }
  project.provide("database", { adminUrl, template });
}

export async function teardown(): Promise<void> {
  await server?.stop();
  server = undefined;
}

async function startServer(): Promise<Server> {
  const configured = process.env.TEST_DATABASE_URL;
  if (configured) return { adminUrl: configured, stop: () => dropDatabases(configured) };

  const dataFolder = await mkdtemp(path.join(tmpdir(), "keystead-test-"));
  const remove = (folder: string) => rm(folder, { recursive: true, force: true });
  try {
    const embedded = await startEmbeddedPostgres({ dataFolder });
    const stop = async () => {
      try {
        await embedded.stop();
      } finally {
        // Under root the data lies outside the requested folder.
        await Promise.all([remove(embedded.folder), remove(dataFolder)]);
      }
    };
    return { adminUrl: embedded.url, stop };
  } catch (error) {
    await remove(dataFolder);
    throw error;
  }
}

async function createTemplate(adminUrl: string): Promise<void> {
  await asAdmin(adminUrl, (client) => client.query(`CREATE DATABASE ${template}`));
  const databaseUrl = databaseUrlFor(adminUrl, template);
  await applyMigrations({ databaseUrl, folder: migrations });
  await createOptionalIndex(databaseUrl, userSearchIndex);
  // PostgreSQL clones a database only if it has no connections.
  await asAdmin(adminUrl, (client) =>
    client.query(`ALTER DATABASE ${template} ALLOW_CONNECTIONS false`),
  );
}

async function dropDatabases(adminUrl: string): Promise<void> {
  await asAdmin(adminUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      "SELECT datname FROM pg_database WHERE starts_with(datname, $1)",
      [template],
    );
    for (const { datname } of rows)
      await client.query(`DROP DATABASE ${pg.escapeIdentifier(datname)} WITH (FORCE)`);
  });
}
