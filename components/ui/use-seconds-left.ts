"use client";

import { useEffect, useState } from "react";

/**
 * Counts down from `seconds` to 0 in whole seconds. Restarts when `begun` changes. Uses the
 * monotonic clock, because the wall clock can differ from the server's and browsers delay timers of
 * hidden tabs.
 */
export function useSecondsLeft(seconds: number, begun: unknown): number {
  const [counted, setCounted] = useState<{ begun: unknown; left: number }>();
  useEffect(() => {
    const end = performance.now() + seconds * 1_000;
    const timer = setInterval(
      () => setCounted({ begun, left: Math.max(0, Math.ceil((end - performance.now()) / 1_000)) }),
      250,
    );
    return () => clearInterval(timer);
  }, [seconds, begun]);
  return counted !== undefined && counted.begun === begun ? counted.left : seconds;
}
