import type pg from "pg";
import { type Aggregator, Gauge, type Registry } from "prom-client";

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

interface DatabaseFigures {
  queuedEmails: number;
  /** Null if none is due. */
  emailOverdueMs: number | null;
  /** Null if every event is sealed. */
  unsealedMs: number | null;
  clockSkewMs: number;
}

export interface StatusSource {
  poolUse(): PoolUse;
  readFigures(): Promise<DatabaseFigures>;
  /** How long a scrape waits for `readFigures`. */
  waitMs: number;
}

/** Resolves with undefined if `work` fails or takes longer than `waitMs`. */
async function within<T>(work: Promise<T>, waitMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), waitMs);
  });
  try {
    return await Promise.race([work.catch(() => undefined), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Registers the gauges of the status page.
 *
 * All processes of an installation read the same queue and audit log, so several workers report the
 * maximum. Each has its own pool, so those add up.
 * @returns a function that updates the gauges. It never throws: without a database,
 * `keystead_database_up` is 0, and gauges that come from the database have no value.
 */
export function createStatusGauges(
  registry: Registry,
  { poolUse, readFigures, waitMs }: StatusSource,
): () => Promise<void> {
  const gauge = (aggregator: Aggregator, name: string, help: string) =>
    new Gauge({ name, help, aggregator, registers: [registry] });
  const used = gauge("sum", "keystead_database_connections_used", "Database connections in use.");
  const most = gauge(
    "sum",
    "keystead_database_connections_max",
    "Database connections that the pools can open.",
  );
  const waiting = gauge(
    "sum",
    "keystead_database_connections_waiting",
    "Requests that wait for a database connection.",
  );
  const isUp = gauge(
    "min",
    "keystead_database_up",
    "1 if the database answered this scrape in time.",
  );
  const queued = gauge("max", "keystead_emails_queued", "Emails that wait, retries included.");
  const overdue = gauge(
    "max",
    "keystead_emails_overdue_seconds",
    "How long the email that has waited longest has been due. 0 if none is due.",
  );
  const unsealed = gauge(
    "max",
    "keystead_audit_unsealed_seconds",
    "Age of the oldest audit event without a seal. 0 if every event is sealed.",
  );
  const skew = gauge(
    "max",
    "keystead_database_clock_skew_seconds",
    "The database's clock minus this machine's clock.",
  );
  const readGauges = [queued, overdue, unsealed, skew];
  let reading: Promise<DatabaseFigures> | undefined;
  return async () => {
    const pool = poolUse();
    used.set(pool.used);
    most.set(pool.most);
    waiting.set(pool.waiting);
    // Scrapes share one statement, also after an earlier one stopped waiting for it.
    reading ??= readFigures().finally(() => (reading = undefined));
    const figures = await within(reading, waitMs);
    isUp.set(figures === undefined ? 0 : 1);
    if (figures === undefined) return readGauges.forEach((one) => one.remove());
    queued.set(figures.queuedEmails);
    overdue.set((figures.emailOverdueMs ?? 0) / 1_000);
    unsealed.set((figures.unsealedMs ?? 0) / 1_000);
    skew.set(figures.clockSkewMs / 1_000);
  };
}
