import { Socket } from "node:net";
import pg from "pg";
import { causeOf } from "./database-failure";
import { readDatabaseTarget } from "./database-target";
import { tryLock } from "./session-lock";

/** An index that needs extensions, which a database may lack. */
export interface OptionalIndex {
  name: string;
  extensions: readonly string[];
  table: string;
  /** What follows the table in CREATE INDEX. */
  definition: string;
}

export type IndexState =
  /** It exists and is complete. */
  | { state: "ready"; wasCreated: boolean }
  /** Another instance is creating it. */
  | { state: "busy" }
  /** PostgreSQL lacks an extension, or does not let this role create it. */
  | { state: "unavailable"; reason: string };

const indexLock = 72_707_370;

const quoted = (name: string) => pg.escapeIdentifier(name);

/** Reads whether the index is valid; undefined if it doesn't exist. A crash leaves an invalid one. */
async function readValidity(client: pg.Client, name: string): Promise<boolean | undefined> {
  const { rows } = await client.query<{ valid: boolean }>(
    `SELECT indisvalid AS "valid" FROM pg_index WHERE indexrelid = to_regclass($1)`,
    [quoted(name)],
  );
  return rows[0]?.valid;
}

/** Creates the extensions. Returns why it can't. */
async function createExtensions(
  client: pg.Client,
  names: readonly string[],
): Promise<string | undefined> {
  for (const name of names)
    try {
      await client.query(`CREATE EXTENSION IF NOT EXISTS ${quoted(name)}`);
    } catch (error) {
      if (error instanceof pg.DatabaseError) return `${name}: ${causeOf(error)}`;
      throw error;
    }
  return undefined;
}

/** Operator classes are found by the search path, and extensions may be in another schema. */
async function addExtensionsToPath(client: pg.Client, names: readonly string[]): Promise<void> {
  await client.query(
    `SELECT set_config('search_path', concat_ws(', ', current_setting('search_path'),
      (SELECT string_agg(DISTINCT quote_ident(n."nspname"), ', ') FROM pg_extension e
        JOIN pg_namespace n ON n."oid" = e."extnamespace" WHERE e."extname" = ANY($1))), false)`,
    [names],
  );
}

async function create(client: pg.Client, index: OptionalIndex): Promise<IndexState> {
  const isValid = await readValidity(client, index.name);
  if (isValid === true) return { state: "ready", wasCreated: false };
  const reason = await createExtensions(client, index.extensions);
  if (reason !== undefined) return { state: "unavailable", reason };
  if (isValid === false) await client.query(`DROP INDEX CONCURRENTLY ${quoted(index.name)}`);
  await addExtensionsToPath(client, index.extensions);
  // Waits for the transactions that are open, but blocks no writes.
  const { name, table, definition } = index;
  await client.query(`CREATE INDEX CONCURRENTLY ${quoted(name)} ON ${quoted(table)} ${definition}`);
  // The planner needs statistics of the indexed expression.
  await client.query(`ANALYZE ${quoted(table)}`);
  return { state: "ready", wasCreated: true };
}

/**
 * Creates an index and its extensions if they don't exist. A lock lets one instance work at a time.
 * @param signal closes the connection; PostgreSQL then finishes the index alone
 */
export async function createOptionalIndex(
  databaseUrl: string,
  index: OptionalIndex,
  signal?: AbortSignal,
): Promise<IndexState> {
  const socket = new Socket();
  const { Client, connection } = readDatabaseTarget(databaseUrl);
  const client = new Client({
    ...connection,
    application_name: "keystead-index",
    stream: () => socket,
  });
  // Without a listener, a lost connection ends the process.
  client.on("error", () => undefined);
  const close = () => void socket.destroy();
  signal?.addEventListener("abort", close);
  try {
    await client.connect();
    await client.query("SET statement_timeout = 0; SET lock_timeout = 0");
    // A statement that waits for the lock would be one of the transactions that the index waits for.
    if (!(await tryLock(client, indexLock))) return { state: "busy" };
    return await create(client, index);
  } finally {
    signal?.removeEventListener("abort", close);
    if (!socket.destroyed) await client.end();
  }
}
