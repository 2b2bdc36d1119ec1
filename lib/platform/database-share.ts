import type { z } from "zod";
import { Prisma, type PrismaClient } from "@/prisma/generated/client";
import type { Database, Query, Queryable, RunStatement } from "./database-client";
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

const createQuery = (run: (statement: Prisma.Sql) => PromiseLike<unknown[]>) =>
  (<Row>(row: z.ZodType<Row>, built?: Prisma.Sql) => {
    const runParsed = async (
      statement: TemplateStringsArray | Prisma.Sql,
      ...values: unknown[]
    ): Promise<Row[]> => {
      const rows = await run("raw" in statement ? Prisma.sql(statement, ...values) : statement);
      return rows.map((found) => row.parse(found));
    };
    return built === undefined ? runParsed : runParsed(built);
  }) as Query;

function addQuery(tx: Omit<Queryable, "query">): Queryable {
  const query = createQuery((statement) => tx.$queryRaw<unknown[]>(statement));
  return new Proxy(tx, {
    get: (target, name): unknown => (name === "query" ? query : Reflect.get(target, name)),
  }) as Queryable;
}

/**
 * Wraps a database so that every statement and transaction runs through `withConnection`.
 * Statements inside a transaction don't, because they use its connection. A transaction that throws
 * LockTaken is retried.
 */
export function wrapDatabase(
  db: PrismaClient,
  run: RunStatement,
  withConnection: WithConnection,
): Database {
  const query = createQuery((statement) => withConnection(() => run(statement)));
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
export function createShares(
  { db, run }: { db: PrismaClient; run: RunStatement },
  takeTurn: TakeTurn,
): (tenancyId: string) => DatabaseShare {
  return (tenancyId) => ({
    db: wrapDatabase(db, run, (work) => takeTurn(tenancyId, work)),
    run: (statement) => takeTurn(tenancyId, () => run(statement)),
  });
}
