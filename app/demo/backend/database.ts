import pg from "pg";
import { getConfig } from "@/lib/config";

// The demo's own tables. They live in the embedded database for want of another, in a schema that the service never reads.
const tables = `
  BEGIN;
  SELECT pg_advisory_xact_lock(hashtextextended('keystead-demo', 0));
  CREATE SCHEMA IF NOT EXISTS keystead_demo;
  CREATE TABLE IF NOT EXISTS keystead_demo.users (
    id text PRIMARY KEY,
    sub text NOT NULL UNIQUE,
    email text NOT NULL,
    given_name text NOT NULL,
    family_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE IF NOT EXISTS keystead_demo.sessions (
    hash bytea PRIMARY KEY,
    user_id text NOT NULL REFERENCES keystead_demo.users ON DELETE CASCADE,
    principal json NOT NULL,
    signed_in_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
  );
  COMMIT;`;

// Hot reload loads this file anew; the connections stay.
const slot = globalThis as { keysteadDemoDatabase?: Promise<pg.Pool> | undefined };

async function connect(): Promise<pg.Pool> {
  const pool = new pg.Pool({ connectionString: getConfig().databaseUrl, max: 3, options: "-c client_min_messages=warning" });
  pool.on("error", () => undefined);
  await pool.query(tables);
  return pool;
}

/** The demo's database, made at first use. */
export function demoDatabase(): Promise<pg.Pool> {
  slot.keysteadDemoDatabase ??= connect().catch((error: unknown) => {
    slot.keysteadDemoDatabase = undefined;
    throw error;
  });
  return slot.keysteadDemoDatabase;
}
