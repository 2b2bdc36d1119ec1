import type { ClientBase } from "pg";

/** Refuses a connection to a standby, which can't write. No statement was sent. */
class StandbyRefused extends Error {
  override name = "StandbyRefused";
  /** PostgreSQL's `cannot_connect_now`. */
  readonly code = "57P03";
}

async function refuseStandby(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ isStandby: boolean }>(
    `SELECT pg_is_in_recovery() AS "isStandby"`,
  );
  if (rows[0]?.isStandby) throw new StandbyRefused("the database is a standby");
}

/**
 * Checks a new connection of the pool. After a failover, a proxy can lead to the old primary for a
 * moment. Without this check, the pool would keep a connection on which every write fails.
 * @returns a promise that rejects with StandbyRefused; the pool's types don't say that it waits
 */
export const requirePrimary = (client: ClientBase): unknown => refuseStandby(client);
