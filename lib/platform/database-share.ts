import type { Database, RunStatement } from "./database-client";
import { retryWhileLocked } from "./retry-while-locked";
import type { TakeTurn } from "./turns";

/** The database as the requests of one tenancy use it. */
export interface DatabaseShare {
  db: Database;
  run: RunStatement;
}

/** Runs work that takes one connection. */
type Hold = <T>(work: () => PromiseLike<T>) => Promise<T>;

const statements = new Set<PropertyKey>([
  "$queryRaw",
  "$queryRawUnsafe",
  "$executeRaw",
  "$executeRawUnsafe",
]);

type Operation = (...input: unknown[]) => PromiseLike<unknown>;

/** The operations of a model, each of which takes a connection. */
const holdForModel = (model: object, hold: Hold) =>
  new Proxy(model, {
    get(target, name) {
      const operation: unknown = Reflect.get(target, name);
      return typeof operation === "function"
        ? (...input: unknown[]) => hold(() => Reflect.apply(operation as Operation, target, input))
        : operation;
    },
  });

/**
 * The same database, every statement and transaction of which goes through `hold`. Statements in a
 * transaction do not, because it has its connection. A transaction that throws LockTaken runs
 * again.
 */
export function holdForEach(db: Database, hold: Hold): Database {
  return new Proxy(db, {
    get(target, name): unknown {
      const part: unknown = Reflect.get(target, name);
      const apply = (input: unknown[]) =>
        hold(() => Reflect.apply(part as Operation, target, input));
      if (name === "$transaction")
        return (...input: unknown[]) => retryWhileLocked(() => apply(input));
      if (statements.has(name)) return (...input: unknown[]) => apply(input);
      return typeof part === "object" &&
        part !== null &&
        typeof name === "string" &&
        !name.startsWith("_")
        ? holdForModel(part, hold)
        : part;
    },
  });
}

/**
 * Creates each tenancy's view of the database: no more of its statements and transactions at once
 * than `takeTurn` allows.
 */
export function createShares(
  { db, run }: DatabaseShare,
  takeTurn: TakeTurn,
): (tenancyId: string) => DatabaseShare {
  return (tenancyId) => ({
    db: holdForEach(db, (work) => takeTurn(tenancyId, work)),
    run: (statement) => takeTurn(tenancyId, () => run(statement)),
  });
}
