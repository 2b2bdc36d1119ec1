import { setTimeout as pause } from "node:timers/promises";

const pollMs = 50;

/**
 * Polls until the result is not null.
 *
 * @throws Error after `timeoutMs`
 */
export async function until<T>(
  what: string,
  poll: () => Promise<T | null> | T | null,
  timeoutMs = 120_000,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const result = await poll();
    if (result !== null) return result;
    if (performance.now() > deadline) throw new Error(`timed out waiting for: ${what}`);
    await pause(pollMs);
  }
}
