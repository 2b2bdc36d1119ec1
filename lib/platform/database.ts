import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { limits } from "@/lib/limits";
import { PrismaClient } from "@/prisma/generated/client";
import type { Database, RunStatement } from "./database-client";
import { createShares, holdForEach, type DatabaseShare } from "./database-share";
import { createTurns, type TakeTurn } from "./turns";

export interface DatabaseConnection {
  db: Database;
  run: RunStatement;
  /**
   * The same database for the requests of one tenancy, which hold no more connections than its
   * share.
   */
  shareOf: (tenancyId: string) => DatabaseShare;
  /** One work with a key after the other; waits without a connection. */
  takeTurn: TakeTurn;
  pool: pg.Pool;
  close(): Promise<void>;
}

const preparedStatementsPerConnection = 300;

/**
 * Names statements so that PostgreSQL plans each once; bounded, since IN lists make ever new texts.
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

// pg writes a moment in the server's time zone, which takes it ten times as long to work out.
const toParameter = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

/**
 * One pool that Prisma and the request limits share. Opens no connection before the first query.
 */
export function connectDatabase(
  databaseUrl: string,
  onError: (error: Error) => void,
): DatabaseConnection {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: limits.databaseConnections,
    connectionTimeoutMillis: limits.databaseWaitMs,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.locks.rowWaitMs,
    application_name: "keystead",
  });
  let isClosing = false;
  // pool.end() does not wait for PostgreSQL's goodbyes; whoever stops PostgreSQL next breaks
  // connections that are over.
  const report = (error: Error) => void (isClosing || onError(error));
  // An idle connection that breaks (a restarted database) must not end the process.
  pool.on("error", report);
  // Nor one that breaks between its checkout and its first statement, when neither the pool nor
  // Prisma listens to it.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  const nameOf = createStatementNames();
  const db = new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: nameOf, onConnectionError: report }),
    transactionOptions: { maxWait: limits.databaseWaitMs, timeout: limits.statementMs },
  });
  const run: RunStatement = async ({ text, values }) =>
    (
      await pool.query<Record<string, unknown>>({
        name: nameOf({ sql: text }),
        text,
        values: values.map(toParameter),
      })
    ).rows;
  const takeConnection = createTurns({
    maxConcurrent: limits.databaseShare.connections,
    maxWaiting: limits.databaseShare.waiting,
    maxWaitMs: limits.databaseWaitMs,
  });
  return {
    db: holdForEach(db, (work) => Promise.resolve(work())),
    run,
    shareOf: createShares({ db, run }, takeConnection),
    takeTurn: createTurns({
      maxConcurrent: 1,
      maxWaiting: limits.locks.waiting,
      maxWaitMs: limits.locks.waitMs,
    }),
    pool,
    async close() {
      isClosing = true;
      await db.$disconnect();
      await pool.end();
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
// PostgreSQL classes 08 connection, 53 resources, 57 operator intervention (shutdown, statement
// timeout); 55P03 a lock that was not free in time.
const unavailableSqlState = /^(08|53|57|55P03$)/;

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** The chain of causes that Prisma, its adapter and pg wrap around one failure. */
function* failures(error: unknown): Generator<unknown> {
  const queue = [error];
  for (let depth = 0; queue.length > 0 && depth < 12; depth++) {
    const next = queue.shift();
    yield next;
    for (const inner of [field(next, "cause"), field(field(next, "meta"), "driverAdapterError")])
      if (inner !== undefined) queue.push(inner);
  }
}

/**
 * Whether the database could not be reached, or had no connection or lock left in time, so that
 * nothing was changed.
 */
export function isUnavailable(error: unknown): boolean {
  for (const failure of failures(error)) {
    const codes = [field(failure, "code"), field(failure, "originalCode")].filter(
      (code): code is string => typeof code === "string",
    );
    if (
      codes.some(
        (code) =>
          unavailablePrismaCodes.has(code) ||
          unavailableSystemCodes.has(code) ||
          unavailableSqlState.test(code),
      )
    )
      return true;
    const message = failure instanceof Error ? failure.message : "";
    if (
      /timeout exceeded when trying to connect|Connection terminated|is not queryable|Can't reach database server|DatabaseNotReachable/.test(
        message,
      )
    )
      return true;
  }
  return false;
}
