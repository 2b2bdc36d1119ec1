import type pg from "pg";
import { openSession } from "./database-session";
import { inspectMigrations, type MigrationState } from "./migrations";
import { oldestServer } from "./stored-migrations";

/** What a database would offer to a service that starts now. */
export interface DatabaseFacts {
  version: string;
  /** Keystead requires PostgreSQL 15. */
  isTooOld: boolean;
  /** Such as `UTF8`. */
  encoding: string;
  /** It accepts no changes: a standby, or read-only. */
  isReadOnly: boolean;
  /** How many connections this role may open in total. */
  connections: number;
  canCreateTables: boolean;
  /** Tables of Keystead that belong to another role, so that migrations would fail. */
  othersTables: string[];
  /** Whether it may create trusted extensions. */
  canCreateExtensions: boolean;
  /** The wanted extensions, by name. */
  extensions: Record<string, "installed" | "available" | "missing">;
  /** pg_trgm then knows no letters but ASCII. */
  isLocaleC: boolean;
  /** The database's clock minus this machine's. */
  clockSkewMs: number;
  migrations: MigrationState;
}

interface SettingsRow {
  version: string;
  isTooOld: boolean;
  encoding: string;
  isReadOnly: boolean;
  connections: number;
  canCreateTables: boolean;
  othersTables: string[];
  canCreateExtensions: boolean;
  isLocaleC: boolean;
}

const settingsOf = `
  SELECT current_setting('server_version') AS "version",
    current_setting('server_version_num')::int < $1 AS "isTooOld",
    current_setting('server_encoding') AS "encoding",
    pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "isReadOnly",
    LEAST(
      current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int,
      NULLIF(r."rolconnlimit", -1), NULLIF(d."datconnlimit", -1)) AS "connections",
    COALESCE(has_schema_privilege(current_schema(), 'CREATE'), false) AS "canCreateTables",
    ARRAY(SELECT c."relname"::text FROM pg_class c
      WHERE c."oid" IN (to_regclass('"_prisma_migrations"'), to_regclass('"Tenancy"'))
        AND NOT pg_has_role(c."relowner", 'USAGE')) AS "othersTables",
    has_database_privilege(d."oid", 'CREATE') AS "canCreateExtensions",
    d."datctype" IN ('C', 'POSIX') AS "isLocaleC"
  FROM pg_database d, pg_roles r
  WHERE d."datname" = current_database() AND r."rolname" = current_user`;

async function readExtensions(
  client: pg.Client,
  names: readonly string[],
): Promise<DatabaseFacts["extensions"]> {
  const { rows } = await client.query<{ name: string; isInstalled: boolean }>(
    `SELECT "name"::text, "installed_version" IS NOT NULL AS "isInstalled"
    FROM pg_available_extensions WHERE "name" = ANY($1)`,
    [names],
  );
  const found = new Map(rows.map(({ name, isInstalled }) => [name, isInstalled]));
  return Object.fromEntries(
    names.map((name) => {
      const isInstalled = found.get(name);
      if (isInstalled === undefined) return [name, "missing" as const];
      return [name, isInstalled ? ("installed" as const) : ("available" as const)];
    }),
  );
}

async function readClockSkew(client: pg.Client, now: () => number): Promise<number> {
  const before = now();
  const { rows } = await client.query<{ time: Date }>(`SELECT clock_timestamp() AS "time"`);
  return Math.round((rows[0]?.time.getTime() ?? before) - (before + now()) / 2);
}

/**
 * Reads what a start needs of the database, and changes nothing.
 * @throws StartupError if it can't be reached
 */
export async function inspectDatabase({
  databaseUrl,
  folder,
  extensions,
  now,
}: {
  databaseUrl: string;
  /** Of the migrations. */
  folder: string;
  /** Names of wanted extensions. */
  extensions: readonly string[];
  now: () => number;
}): Promise<DatabaseFacts> {
  const client = await openSession({ databaseUrl, name: "keystead-doctor" });
  try {
    const { rows } = await client.query<SettingsRow>(settingsOf, [oldestServer]);
    const [settings] = rows;
    if (settings === undefined) throw new Error("The database returned no settings.");
    return {
      ...settings,
      extensions: await readExtensions(client, extensions),
      clockSkewMs: await readClockSkew(client, now),
      migrations: await inspectMigrations({ query: client, folder }),
    };
  } finally {
    await client.end();
  }
}
