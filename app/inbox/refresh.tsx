"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const everyMs = 1_500;

/** Looks for new mail while somebody is looking. */
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
