"use client";

import { useEffect, useState } from "react";

/**
 * Whole seconds that are left of `seconds`, counting down to 0 from when `begun` is another value
 * than before. By the device's monotonic clock: its wall clock may differ from the server's, and
 * timers sleep with the tab.
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
