import type { Queryable } from "@/lib/domain/context";
import { takeLocks } from "@/lib/domain/take-locks";

/**
 * Lets one transaction at a time create or change signing keys.
 * @throws LockTaken if another transaction has the lock; `$transaction` then runs again
 */
export const lockSigningKeys = (tx: Queryable): Promise<void> => takeLocks(tx, "signing-key");
