"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";

/** The waits between refreshes. An attempt at a slow provider ends within the sum of them. */
const waitsMs = [500, 1_000, 2_000, 4_000, 8_000, 16_000];

/**
 * Refreshes the page while the outcome of what the operator started in the background is missing.
 * @returns starts the refreshes
 */
export function useRefreshWhile(isMissing: boolean): () => void {
  const router = useRouter();
  const [refreshes, setRefreshes] = useState<number>();
  const waitMs = refreshes === undefined || !isMissing ? undefined : waitsMs[refreshes];

  useEffect(() => {
    if (waitMs === undefined) return;
    const timer = setTimeout(() => {
      router.refresh();
      setRefreshes((count = 0) => count + 1);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [router, waitMs]);

  return () => setRefreshes(0);
}
