import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { LockTaken } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { createTurns } from "./turns";

/** Runs a transaction, again while another one has the advisory lock that it needs. */
export type RetryWhileLocked = <T>(transact: () => Promise<T>) => Promise<T>;

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

/**
 * Creates a function that retries a transaction while another one has the advisory lock that it
 * needs. No connection is kept between attempts. Transactions that need the same lock retry one at a
 * time.
 * @param waitMs after which LockTaken or TurnRefused is thrown; both become a 503
 */
export function createRetryWhileLocked(waitMs: number): RetryWhileLocked {
  const takeRetryTurn = createTurns({
    maxConcurrent: 1,
    maxWaiting: limits.locks.waiting,
    maxWaitMs: waitMs,
  });
  return async (transact) => {
    const untilMs = performance.now() + waitMs;
    try {
      return await transact();
    } catch (error) {
      const lockKey = lockKeyOf(error);
      if (lockKey === undefined) throw error;
      return takeRetryTurn(lockKey, () => retryUntil(untilMs, transact));
    }
  };
}
