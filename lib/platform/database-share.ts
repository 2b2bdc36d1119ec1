import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { LockTaken } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { Prisma, type PrismaClient } from "@/prisma/generated/client";
import type { Database, Query, Queryable } from "./database-client";
import { createTurns, type TakeTurn } from "./turns";

/** Runs a transaction, again while another one has the advisory lock that it needs. */
type RetryWhileLocked = <T>(transact: () => Promise<T>) => Promise<T>;

// Compared by name: the server bundle and Next each load the class, so `instanceof` can fail.
const lockKeyOf = (error: unknown) =>
  error instanceof Error && error.name === "LockTaken" ? (error as LockTaken).lockKey : undefined;

async function retryUntil<T>(untilMs: number, transact: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await transact();
    } catch (error) {
      if (lockKeyOf(error) === undefined || performance.now() >= untilMs) throw error;
    }
    await pause(randomInt(limits.locks.retryMinMs, limits.locks.retryMaxMs));
  }
}

/**
 * Creates a function that retries a transaction while another one has the advisory lock that it
 * needs. No connection is kept between attempts. Transactions that need the same lock retry one at a
 * time.
 * @param waitMs after which LockTaken or TurnRefused is thrown; both become a 503
 */
export function createRetryWhileLocked(waitMs: number): RetryWhileLocked {
  const takeRetryTurn = createTurns({
    maxConcurrent: 1,
    maxWaiting: limits.locks.waiting,
    maxWaitMs: waitMs,
  });
  return async (transact) => {
    const untilMs = performance.now() + waitMs;
    try {
      return await transact();
    } catch (error) {
      const lockKey = lockKeyOf(error);
      if (lockKey === undefined) throw error;
      return takeRetryTurn(lockKey, () => retryUntil(untilMs, transact));
    }
  };
}

/** Runs work that uses one connection. */
type WithConnection = <T>(work: () => PromiseLike<T>) => Promise<T>;

const statements = new Set<PropertyKey>([
  "$queryRaw",
  "$queryRawUnsafe",
  "$executeRaw",
  "$executeRawUnsafe",
]);

type Operation = (...input: unknown[]) => PromiseLike<unknown>;

/** Wraps each operation of a model, because each takes a connection. */
const wrapModel = (model: object, withConnection: WithConnection) =>
  new Proxy(model, {
    get(target, name) {
      const operation: unknown = Reflect.get(target, name);
      return typeof operation === "function"
        ? (...input: unknown[]) =>
            withConnection(() => Reflect.apply(operation as Operation, target, input))
        : operation;
    },
  });

/** Sends a statement and returns its rows unparsed. */
export type SendStatement = (statement: Prisma.Sql) => PromiseLike<unknown[]>;

const createQuery =
  (send: SendStatement): Query =>
  (row) =>
  async (statement, ...values) => {
    const rows = await send("raw" in statement ? Prisma.sql(statement, ...values) : statement);
    return rows.map((found) => row.parse(found));
  };

function addQuery(tx: Omit<Queryable, "query">): Queryable {
  const query = createQuery((statement) => tx.$queryRaw<unknown[]>(statement));
  return new Proxy(tx, {
    get: (target, name): unknown => (name === "query" ? query : Reflect.get(target, name)),
  }) as Queryable;
}

/** What all views of one database share. */
export interface SharedDatabase {
  db: PrismaClient;
  send: SendStatement;
  retryWhileLocked: RetryWhileLocked;
}

/**
 * Wraps a database so that every statement and transaction runs through `withConnection`.
 * Statements inside a transaction don't, because they use its connection. A transaction that throws
 * LockTaken is retried.
 */
export function wrapDatabase(
  { db, send, retryWhileLocked }: SharedDatabase,
  withConnection: WithConnection,
): Database {
  const query = createQuery((statement) => withConnection(() => send(statement)));
  const $transaction: Database["$transaction"] = (work, options) =>
    retryWhileLocked(() =>
      withConnection(() => db.$transaction((tx) => work(addQuery(tx)), options)),
    );
  return new Proxy(db, {
    get(target, name): unknown {
      if (name === "query") return query;
      if (name === "$transaction") return $transaction;
      const part: unknown = Reflect.get(target, name);
      if (statements.has(name))
        return (...input: unknown[]) =>
          withConnection(() => Reflect.apply(part as Operation, target, input));
      return typeof part === "object" &&
        part !== null &&
        typeof name === "string" &&
        !name.startsWith("_")
        ? wrapModel(part, withConnection)
        : part;
    },
  }) as unknown as Database;
}

/**
 * Returns a function that creates a tenancy's view of the database, limited to as many concurrent
 * statements and transactions as `takeTurn` allows.
 */
export const createShares =
  (shared: SharedDatabase, takeTurn: TakeTurn) =>
  (tenancyId: string): Database =>
    wrapDatabase(shared, (work) => takeTurn(tenancyId, work));
