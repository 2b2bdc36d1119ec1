import { keystead, KeysteadError } from "./keystead.ts";

/** A connection to your PostgreSQL database, such as a Client of the package pg. */
interface Database {
  query(sql: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

interface User {
  sub: string;
  userId?: string;
  email: string;
  enabled: boolean;
  passkeys: number;
}

export interface Event {
  number: number;
  type: string;
  sub?: string;
  detail?: { fromSub?: string };
}

interface Position {
  feed: string;
  last: number;
}

type Events = Position & { records: Event[] };

const tables = `
  CREATE TABLE IF NOT EXISTS mirrored_user (
    sub text PRIMARY KEY, user_id text, email text, enabled boolean, passkeys integer);
  CREATE TABLE IF NOT EXISTS feed_position (
    is_only boolean PRIMARY KEY DEFAULT true, feed text, last bigint)`;

/** Runs work in a transaction, so that users and position never contradict each other. */
export async function inTransaction(database: Database, work: () => Promise<void>): Promise<void> {
  await database.query("BEGIN");
  try {
    await work();
    await database.query("COMMIT");
  } catch (error) {
    await database.query("ROLLBACK");
    throw error;
  }
}

const savePosition = (database: Database, { feed, last }: Position) =>
  database.query(
    `INSERT INTO feed_position (feed, last) VALUES ($1, $2)
    ON CONFLICT (is_only) DO UPDATE SET feed = $1, last = $2`,
    [feed, last],
  );

const saveUser = (database: Database, { sub, userId, email, enabled, passkeys }: User) =>
  database.query(
    `INSERT INTO mirrored_user VALUES ($1, $2, $3, $4, $5) ON CONFLICT (sub)
    DO UPDATE SET user_id = $2, email = $3, enabled = $4, passkeys = $5`,
    [sub, userId, email, enabled, passkeys],
  );

/** Copies all users. Events since the position that it reads first are applied later. */
export async function copyAllUsers(database: Database): Promise<void> {
  const position = await keystead<Position>("GET", "events?after=newest");
  await inTransaction(database, async () => {
    await database.query("DELETE FROM mirrored_user");
    const query = new URLSearchParams({ limit: "100" });
    for (;;) {
      const page = await keystead<{ cursor: string | null; records: User[] }>(
        "GET",
        `users?${query}`,
      );
      for (const user of page.records) await saveUser(database, user);
      if (page.cursor === null) break;
      query.set("cursor", page.cursor);
    }
    await savePosition(database, position);
  });
}

/** Copies one user as they are now. The order of events doesn't matter for that. */
export async function copyUser(database: Database, sub: string): Promise<void> {
  try {
    const { user } = await keystead<{ user: User }>("GET", `users/${encodeURIComponent(sub)}`);
    await saveUser(database, user);
  } catch (error) {
    if (!(error instanceof KeysteadError) || error.tag !== "@error/NotFound") throw error;
    await database.query("DELETE FROM mirrored_user WHERE sub = $1", [sub]);
  }
}

async function readPosition(database: Database): Promise<Position | undefined> {
  await database.query(tables);
  const { rows } = await database.query("SELECT feed, last::float8 FROM feed_position");
  return rows[0] as Position | undefined;
}

/**
 * Applies the next events, and waits up to `wait` seconds if there are none. Call it in a loop.
 * Returns whether there were any.
 */
export async function followEvents(database: Database, wait = 25): Promise<boolean> {
  const position = await readPosition(database);
  if (position === undefined) {
    await copyAllUsers(database);
    return true;
  }
  const { feed, last } = position;
  try {
    const query = new URLSearchParams({ feed, after: String(last), wait: String(wait) });
    const { records, ...next } = await keystead<Events>("GET", `events?${query}`);
    const subs = records.flatMap(({ sub, detail }) => [sub, detail?.fromSub]);
    await inTransaction(database, async () => {
      for (const sub of new Set(subs)) if (sub !== undefined) await copyUser(database, sub);
      await savePosition(database, next);
    });
    return records.length > 0;
  } catch (error) {
    if (!(error instanceof KeysteadError) || error.tag !== "@error/FeedReset") throw error;
    await copyAllUsers(database);
    return true;
  }
}
