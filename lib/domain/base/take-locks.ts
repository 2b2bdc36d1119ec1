import { z } from "zod";
import { LockTaken } from "@/lib/errors";
import type { Queryable } from "./context";

/**
 * Takes advisory locks that last until the transaction ends, without waiting.
 * @returns a key whose lock another transaction has; undefined if this one has them all
 */
export async function tryLocks(tx: Queryable, ...keys: string[]): Promise<string | undefined> {
  // Sorted, so that of two transactions that need the same locks, one gets all of them.
  const inOrder = [...new Set(keys)].sort();
  const [taken] = await tx.query(z.object({ key: z.string() }))`
    SELECT "key" FROM unnest(${inOrder}::text[]) AS "key"
    WHERE NOT pg_try_advisory_xact_lock(hashtextextended("key", 0)) LIMIT 1`;
  return taken?.key;
}

/**
 * Takes advisory locks that last until the transaction ends. If another transaction has one of them,
 * `$transaction` rolls back and runs again, so no caller waits for a lock while it uses a connection.
 * @throws LockTaken
 */
export async function takeLocks(tx: Queryable, ...keys: string[]): Promise<void> {
  const taken = await tryLocks(tx, ...keys);
  if (taken !== undefined) throw new LockTaken(taken);
}
