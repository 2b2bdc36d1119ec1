import { LockTaken } from "@/lib/errors";
import type { Queryable } from "./context";

/**
 * Takes advisory locks that last until the transaction ends. It never waits: if another transaction
 * has one of them, it throws, and `$transaction` rolls back and runs again. So no caller waits for
 * a lock while it uses a connection.
 * @throws LockTaken
 */
export async function takeLocks(tx: Queryable, ...keys: string[]): Promise<void> {
  // Sorted, so that of two transactions that need the same locks, one gets all of them.
  const inOrder = [...new Set(keys)].sort();
  const [taken] = await tx.$queryRaw<{ key: string }[]>`
    SELECT "key" FROM unnest(${inOrder}::text[]) AS "key"
    WHERE NOT pg_try_advisory_xact_lock(hashtextextended("key", 0)) LIMIT 1`;
  if (taken !== undefined) throw new LockTaken(taken.key);
}
