import type pg from "pg";

/** Use of one process's database connections. */
export interface PoolUse {
  used: number;
  /** Requests that wait for a connection. */
  waiting: number;
  most: number;
}

export const readPoolUse = (pool: pg.Pool): PoolUse => ({
  used: pool.totalCount - pool.idleCount,
  waiting: pool.waitingCount,
  most: pool.options.max,
});
