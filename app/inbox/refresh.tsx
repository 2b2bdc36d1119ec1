"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const everyMs = 1_500;

/** Refreshes the list while the page is visible. */
export function Refresh() {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") router.refresh();
    }, everyMs);
    return () => clearInterval(timer);
  }, [router]);
  return null;
}
