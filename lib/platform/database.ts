import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import type { ClientBase } from "pg";
import pg from "pg";
import { type DatabaseWaits, limits } from "@/lib/limits";
import { PrismaClient } from "@/prisma/generated/client";
import type { Database } from "./database-client";
import {
  createRetryWhileLocked,
  createShares,
  type SendStatement,
  wrapDatabase,
} from "./database-share";
import { readDatabaseTarget } from "./database-target";
import { watchDatabase, type WatchLimits } from "./database-watch";
import { createTurns, type TakeTurn } from "./turns";

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
const requirePrimary = (client: ClientBase): unknown => refuseStandby(client);

export interface DatabaseConnection {
  db: Database;
  /**
   * The same database for the requests of one tenancy, limited to its share of connections.
   */
  shareOf: (tenancyId: string) => Database;
  /** Runs work with the same key one after the other. Waiting takes no connection. */
  takeTurn: TakeTurn;
  pool: pg.Pool;
  close(): Promise<void>;
}

const preparedStatementsPerConnection = 300;

/**
 * Names statements so that PostgreSQL plans each once. Bounded, because IN lists create ever new
 * texts.
 */
function createStatementNames() {
  const names = new Map<string, string>();
  return ({ sql }: { sql: string }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= preparedStatementsPerConnection) return "";
    const name = `k${createHash("sha1").update(sql).digest("hex").slice(0, 24)}`;
    names.set(sql, name);
    return name;
  };
}

// pg would format a Date in the local time zone, which is ten times slower.
const toParameter = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

/** Returns the pool size of each of several workers. */
export const connectionsOfEach = (workers: number): number =>
  Math.min(limits.databaseConnections, Math.floor(limits.databaseConnectionsOfWorkers / workers));

export interface ConnectionLimits {
  waits?: DatabaseWaits;
  watch?: WatchLimits;
  /** Processes that share the database's connections. */
  workers?: number;
}

/**
 * Creates the pool, shared by Prisma and direct queries. Opens no connection before the first
 * query.
 */
export function connectDatabase(
  databaseUrl: string,
  onError: (error: Error) => void,
  {
    waits = limits.databaseWaits,
    watch: watchLimits = limits.databaseWatch,
    workers = 1,
  }: ConnectionLimits = {},
): DatabaseConnection {
  const max = connectionsOfEach(workers);
  const { Client, connection, schema } = readDatabaseTarget(databaseUrl);
  const watch = watchDatabase({
    databaseUrl,
    limits: watchLimits,
    isWaiting: () => pool.totalCount > pool.idleCount,
  });
  const pool = new pg.Pool({
    ...connection,
    Client,
    max,
    connectionTimeoutMillis: waits.connectionMs,
    statement_timeout: waits.statementMs,
    lock_timeout: waits.rowLockMs,
    application_name: "keystead",
    stream: watch.openSocket,
    onConnect: requirePrimary,
  });
  let isClosing = false;
  // pool.end() doesn't wait for connections to close, so stopping PostgreSQL afterwards can break
  // them.
  const report = (error: Error) => void (isClosing || onError(error));
  // A broken idle connection (a restarted database) must not end the process.
  pool.on("error", report);
  // Between checkout and first statement, neither the pool nor Prisma listens for errors.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  const nameOf = createStatementNames();
  const db = new PrismaClient({
    adapter: new PrismaPg(pool, {
      schema,
      statementNameGenerator: nameOf,
      onConnectionError: report,
    }),
    transactionOptions: { maxWait: waits.connectionMs, timeout: waits.statementMs },
  });
  const send: SendStatement = async ({ text, values }) =>
    (
      await pool.query<Record<string, unknown>>({
        name: nameOf({ sql: text }),
        text,
        values: values.map(toParameter),
      })
    ).rows;
  const takeConnection = createTurns({
    maxConcurrent: Math.min(limits.databaseShare.connections, Math.ceil(max / 2)),
    maxTotal: max,
    maxWaiting: limits.databaseShare.waiting,
    maxWaitMs: waits.connectionMs,
  });
  const shared = { db, send, retryWhileLocked: createRetryWhileLocked(waits.advisoryLockMs) };
  return {
    db: wrapDatabase(shared, (work) => Promise.resolve(work())),
    shareOf: createShares(shared, takeConnection),
    takeTurn: createTurns({
      maxConcurrent: 1,
      maxWaiting: limits.locks.waiting,
      maxWaitMs: waits.advisoryLockMs,
    }),
    pool,
    async close() {
      isClosing = true;
      await db.$disconnect();
      await pool.end();
      watch.stop();
    },
  };
}

const unavailablePrismaCodes = new Set([
  "P1001",
  "P1002",
  "P1008",
  "P1011",
  "P1017",
  "P2024",
  "P2028",
  "P2037",
]);
const unavailableSystemCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
]);
// PostgreSQL error classes: 08 connection, 53 resources, 57 operator intervention (shutdown,
// statement timeout). 55P03: lock not available. 25006: the primary became a standby.
const unavailableSqlState = /^(08|53|57|55P03$|25006$)/;

const unavailableMessages = [
  "timeout exceeded when trying to connect",
  "Connection terminated",
  "is not queryable",
  "Can't reach database server",
  "DatabaseNotReachable",
];

/**
 * The connection ended while a statement may have run: it broke, or PostgreSQL shut down (57P01,
 * 57P02). A commit that waits for a standby then is on the primary's disk already.
 */
const lostCodes = /^(08006|57P0[12]|P1017|ECONNRESET|EPIPE|ETIMEDOUT)$/;
const lostMessage = "Connection terminated unexpectedly";

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** Yields an error and its causes, as wrapped by Prisma, its adapter and pg. */
function* failures(error: unknown): Generator<{ codes: string[]; message: string }> {
  const queue = [error];
  for (let depth = 0; queue.length > 0 && depth < 12; depth++) {
    const next = queue.shift();
    const codes = [field(next, "code"), field(next, "originalCode")].filter(
      (code): code is string => typeof code === "string",
    );
    yield { codes, message: next instanceof Error ? next.message : "" };
    for (const inner of [field(next, "cause"), field(field(next, "meta"), "driverAdapterError")])
      if (inner !== undefined) queue.push(inner);
  }
}

/** Whether the database couldn't be reached or had no free connection or lock in time. */
export function isUnavailable(error: unknown): boolean {
  for (const { codes, message } of failures(error)) {
    if (
      unavailableMessages.some((text) => message.includes(text)) ||
      codes.some(
        (code) =>
          unavailablePrismaCodes.has(code) ||
          unavailableSystemCodes.has(code) ||
          unavailableSqlState.test(code),
      )
    )
      return true;
  }
  return false;
}

/**
 * Returns the message of Unavailable if its default, which says that nothing was changed, may be
 * wrong: the connection was lost, and PostgreSQL may have executed the statement.
 */
export function unknownOutcome(error: unknown): string | undefined {
  for (const { codes, message } of failures(error))
    if (message.includes(lostMessage) || codes.some((code) => lostCodes.test(code)))
      return "The connection to the database was lost. The request may have taken effect. Check before you retry.";
  return undefined;
}
