import type { Database, Queryable } from "@/lib/platform/database-client";

/** Runs work in a savepoint: its statements are undone if it throws, those before it are not. */
async function inSavepoint<T>(tx: Queryable, work: () => Promise<T>): Promise<T> {
  await tx.$executeRawUnsafe("SAVEPOINT nested");
  try {
    const result = await work();
    await tx.$executeRawUnsafe("RELEASE SAVEPOINT nested");
    return result;
  } catch (error) {
    await tx.$executeRawUnsafe("ROLLBACK TO SAVEPOINT nested");
    throw error;
  }
}

/** Returns a database whose statements and transactions belong to `tx`. */
export const joinTransaction = (tx: Queryable): Database =>
  new Proxy(tx, {
    get: (target, name): unknown =>
      name === "$transaction"
        ? (work: (tx: Queryable) => Promise<unknown>) => inSavepoint(tx, () => work(tx))
        : Reflect.get(target, name),
  }) as Database;
