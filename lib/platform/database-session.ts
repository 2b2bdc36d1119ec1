import pg from "pg";
import { StartupError } from "@/lib/errors";

export interface SessionOptions {
  databaseUrl: string;
  /** As PostgreSQL lists it in pg_stat_activity. */
  name: string;
  /** What named the database, for messages. */
  source?: string | undefined;
}

function explain(error: unknown, { databaseUrl, source = "DATABASE_URL" }: SessionOptions) {
  const { host, pathname } = new URL(databaseUrl);
  const place = `the database ${decodeURIComponent(pathname.slice(1))} at ${host}`;
  const code = (error as { code?: string }).code ?? "";
  if (code === "28P01" || code === "28000")
    return new StartupError(`${source}: ${place} rejects this user or password.`);
  if (code === "3D000")
    return new StartupError(`${source}: ${place} does not exist. Create it first.`);
  const reason = code || (error instanceof Error ? error.message : "unknown reason");
  return new StartupError(`${source}: ${place} cannot be reached (${reason}).`);
}

/**
 * Opens a connection of its own for work that takes long or needs a lock of the session.
 * @throws StartupError if the database can't be reached
 */
export async function openSession(options: SessionOptions): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    connectionTimeoutMillis: 10_000,
    application_name: options.name,
  });
  // Without a listener, a connection that is lost between two statements ends the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw explain(error, options);
  }
}
