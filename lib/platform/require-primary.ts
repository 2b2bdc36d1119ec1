import type { PoolClient } from "pg";

/** Refuses a connection to a standby, which can't write. No statement was sent. */
class StandbyRefused extends Error {
  override name = "StandbyRefused";
  /** PostgreSQL's `cannot_connect_now`. */
  readonly code = "57P03";
}

/**
 * Checks a new connection of the pool. After a failover, a proxy can lead to the old primary for a
 * moment. Without this check, the pool would keep a connection on which every write fails.
 */
export function requirePrimary(client: PoolClient, done: (error?: Error) => void): void {
  client
    .query<{ isStandby: boolean }>(`SELECT pg_is_in_recovery() AS "isStandby"`)
    .then(({ rows }) =>
      done(rows[0]?.isStandby ? new StandbyRefused("the database is a standby") : undefined),
    )
    .catch(done);
}
