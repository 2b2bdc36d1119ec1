import pg from "pg";
import { getConfig } from "@/lib/config";

// The demo's tables, in a separate schema of the embedded database. The service never reads them.
const tables = `
  BEGIN;
  SELECT pg_advisory_xact_lock(hashtextextended('keystead-demo', 0));
  CREATE SCHEMA IF NOT EXISTS keystead_demo;
  CREATE TABLE IF NOT EXISTS keystead_demo.users (
    id text PRIMARY KEY,
    sub text UNIQUE,
    email text NOT NULL,
    email_verified boolean NOT NULL DEFAULT false,
    given_name text NOT NULL,
    family_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE IF NOT EXISTS keystead_demo.sessions (
    hash bytea PRIMARY KEY,
    user_id text NOT NULL REFERENCES keystead_demo.users ON DELETE CASCADE,
    principal json,
    signed_in_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
  );
  CREATE TABLE IF NOT EXISTS keystead_demo.pending_codes (
    hash bytea PRIMARY KEY,
    challenge_id text NOT NULL,
    secret text NOT NULL,
    purpose text NOT NULL,
    email text NOT NULL,
    given_name text NOT NULL,
    family_name text NOT NULL,
    user_id text,
    expires_at timestamptz NOT NULL
  );
  -- What an older demo left.
  ALTER TABLE keystead_demo.users ALTER COLUMN sub DROP NOT NULL,
    ADD COLUMN IF NOT EXISTS email_verified boolean NOT NULL DEFAULT false;
  ALTER TABLE keystead_demo.sessions ALTER COLUMN principal DROP NOT NULL;
  CREATE UNIQUE INDEX IF NOT EXISTS users_verified_email ON keystead_demo.users (lower(email)) WHERE email_verified;
  COMMIT;`;

// Hot reload evaluates this file again. The pool survives on globalThis.
const slot = globalThis as { keysteadDemoDatabase?: Promise<pg.Pool> | undefined };

async function connect(): Promise<pg.Pool> {
  const pool = new pg.Pool({
    connectionString: getConfig().databaseUrl,
    max: 3,
    options: "-c client_min_messages=warning",
  });
  pool.on("error", () => undefined);
  await pool.query(tables);
  return pool;
}

/** Returns the demo's database. The first call creates the tables. */
export function demoDatabase(): Promise<pg.Pool> {
  slot.keysteadDemoDatabase ??= connect().catch((error: unknown) => {
    slot.keysteadDemoDatabase = undefined;
    throw error;
  });
  return slot.keysteadDemoDatabase;
}
