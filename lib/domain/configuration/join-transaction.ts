import type { Database, Queryable } from "@/lib/domain/context";

/**
 * Returns a database whose transactions are part of an open one: they commit or roll back with it.
 * So domain functions that open a transaction of their own can be combined.
 */
export const joinTransaction = (tx: Queryable): Database =>
  new Proxy(tx, {
    get: (target, name): unknown =>
      name === "$transaction"
        ? (work: (inner: Queryable) => Promise<unknown>) => work(tx)
        : Reflect.get(target, name),
  }) as Database;
