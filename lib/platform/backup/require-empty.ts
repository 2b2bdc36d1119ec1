import type pg from "pg";
import { badRequest } from "@/lib/errors";

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
export async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(relations);
  if (rows[0] !== undefined)
    throw badRequest(
      "--into",
      `the database isn't empty: it has ${rows[0].name}. A restore never replaces anything. Create ` +
        "a new database, and name that one.",
    );
}

/** @throws BadRequest if a running Keystead is connected to the database */
export async function requireUnused(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number; name: string }>(sessions);
  if (rows[0] !== undefined)
    throw badRequest(
      "--into",
      `a running Keystead uses the database (PostgreSQL's process ${rows[0].pid}). Stop it first.`,
    );
}
