import type { Clock } from "@/lib/platform/clock";

/** A clock that changes only when a test moves it. */
export interface MovableClock extends Clock {
  advance(ms: number): void;
}

export function createMovableClock(startMs: number): MovableClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance(ms) {
      nowMs += ms;
    },
  };
}
