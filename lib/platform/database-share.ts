import type { Database, RunStatement } from "./database-client";
import { retryWhileLocked } from "./retry-while-locked";
import type { TakeTurn } from "./turns";

/** A view of the database for the requests of one tenancy. */
export interface DatabaseShare {
  db: Database;
  run: RunStatement;
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

/**
 * Wraps a database so that every statement and transaction runs through `withConnection`.
 * Statements inside a transaction don't, because they use its connection. A transaction that throws
 * LockTaken is retried.
 */
export function wrapDatabase(db: Database, withConnection: WithConnection): Database {
  return new Proxy(db, {
    get(target, name): unknown {
      const part: unknown = Reflect.get(target, name);
      const apply = (input: unknown[]) =>
        withConnection(() => Reflect.apply(part as Operation, target, input));
      if (name === "$transaction")
        return (...input: unknown[]) => retryWhileLocked(() => apply(input));
      if (statements.has(name)) return (...input: unknown[]) => apply(input);
      return typeof part === "object" &&
        part !== null &&
        typeof name === "string" &&
        !name.startsWith("_")
        ? wrapModel(part, withConnection)
        : part;
    },
  });
}

/**
 * Returns a function that creates a tenancy's view of the database, limited to as many concurrent
 * statements and transactions as `takeTurn` allows.
 */
export function createShares(
  { db, run }: DatabaseShare,
  takeTurn: TakeTurn,
): (tenancyId: string) => DatabaseShare {
  return (tenancyId) => ({
    db: wrapDatabase(db, (work) => takeTurn(tenancyId, work)),
    run: (statement) => takeTurn(tenancyId, () => run(statement)),
  });
}
