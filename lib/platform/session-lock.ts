import type pg from "pg";

/** Waits for an advisory lock, which PostgreSQL frees when the connection ends. */
export async function waitForLock(connection: pg.Client, id: number): Promise<void> {
  await connection.query("SELECT pg_advisory_lock($1)", [id]);
}

/** Takes an advisory lock of the connection without waiting. Returns whether it is free. */
export async function tryLock(connection: pg.Client, id: number): Promise<boolean> {
  const { rows } = await connection.query<{ locked: boolean }>(
    "SELECT pg_try_advisory_lock($1) AS locked",
    [id],
  );
  return rows[0]?.locked === true;
}
