import { setTimeout as pause } from "node:timers/promises";

/** The result of one run. Times are in milliseconds and ascending, and of successful tasks. */
export interface OpenLoopTimes {
  /** From when a task was due until it ended. */
  latencies: number[];
  /** How late the generator started a task. Part of the task's latency. */
  lags: number[];
  /** The messages of failed tasks. */
  failures: string[];
}

// Node cuts off fractions of a millisecond, which would start tasks early.
const realTime = { now: () => performance.now(), pause: (ms: number) => pause(Math.ceil(ms)) };

/**
 * Starts each task when it is due, without waiting for earlier ones (an open loop). Latency counts
 * from the due time, so a slow response hides none of the tasks behind it.
 * @param dueMs due times from the start, ascending
 * @param warmUpMs tasks due earlier run, but their times don't count
 */
export async function runOpenLoop(
  dueMs: number[],
  run: (index: number) => Promise<unknown>,
  { warmUpMs = 0, time = realTime }: { warmUpMs?: number; time?: typeof realTime } = {},
): Promise<OpenLoopTimes> {
  const latencies: number[] = [];
  const lags: number[] = [];
  const failures: string[] = [];
  const running: Promise<void>[] = [];
  const startedAt = time.now();
  const start = (due: number, index: number) => {
    const lag = time.now() - startedAt - due;
    running.push(
      run(index).then(
        () => {
          if (due < warmUpMs) return;
          lags.push(lag);
          latencies.push(time.now() - startedAt - due);
        },
        (error: unknown) =>
          void failures.push(error instanceof Error ? error.message : String(error)),
      ),
    );
  };
  for (const [index, due] of dueMs.entries()) {
    const waitMs = due - (time.now() - startedAt);
    if (waitMs > 0) await time.pause(waitMs);
    start(due, index);
  }
  await Promise.all(running);
  const ascending = (times: number[]) => times.sort((a, b) => a - b);
  return { latencies: ascending(latencies), lags: ascending(lags), failures };
}
