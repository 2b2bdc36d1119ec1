import { lifetimes } from "@/lib/limits";
import type { Clock } from "@/lib/platform/clock";

/** A clock that changes only when a test moves it. */
export interface MovableClock extends Clock {
  advance(ms: number): void;
}

/** The middle of a day in UTC. A test that starts then and moves its clock by hours stays in the day. */
export const noonOf = (ms: number): number => ms - (ms % lifetimes.dayMs) + lifetimes.dayMs / 2;

export function createMovableClock(startMs: number): MovableClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance(ms) {
      nowMs += ms;
    },
  };
}
