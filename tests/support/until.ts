import { setTimeout as pause } from "node:timers/promises";

const pollMs = 50;

/** Asks until the answer is not null, for `patienceMs` at most. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null> | T | null,
  patienceMs = 30_000,
): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() > deadline) throw new Error(`waited in vain: ${what}`);
    await pause(pollMs);
  }
}
