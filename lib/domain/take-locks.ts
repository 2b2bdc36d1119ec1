import { LockTaken } from "@/lib/errors";
import type { Queryable } from "./context";

/**
 * Takes advisory locks that last until the transaction ends. It never waits: if another transaction
 * has one of them, this transaction ends and `$transaction` runs it again, so nothing waits while
 * it holds a connection.
 * @throws LockTaken
 */
export async function takeLocks(tx: Queryable, ...keys: string[]): Promise<void> {
  // In one order for all: of two transactions that need the same locks, one gets them all.
  const inOrder = [...new Set(keys)].sort();
  const [taken] = await tx.$queryRaw<{ key: string }[]>`
    SELECT "key" FROM unnest(${inOrder}::text[]) AS "key" WHERE NOT pg_try_advisory_xact_lock(hashtextextended("key", 0)) LIMIT 1`;
  if (taken !== undefined) throw new LockTaken(taken.key);
}
