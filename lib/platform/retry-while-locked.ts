import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { limits } from "@/lib/limits";
import type { LockTaken } from "@/lib/errors";
import { createTurns } from "./turns";

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

const takeRetryTurn = createTurns({
  maxConcurrent: 1,
  maxWaiting: limits.locks.waiting,
  maxWaitMs: limits.locks.waitMs,
});

/**
 * Retries a transaction while another one has the advisory lock that it needs. No connection is
 * kept between attempts. Transactions of this process that need the same lock retry one at a time.
 * @throws LockTaken or TurnRefused after `limits.locks.waitMs`, both become a 503
 */
export async function retryWhileLocked<T>(transact: () => Promise<T>): Promise<T> {
  const untilMs = performance.now() + limits.locks.waitMs;
  try {
    return await transact();
  } catch (error) {
    const lockKey = lockKeyOf(error);
    if (lockKey === undefined) throw error;
    return takeRetryTurn(lockKey, () => retryUntil(untilMs, transact));
  }
}
