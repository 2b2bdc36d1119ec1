"use client";

import { useRouter } from "next/navigation";
import { focusPageOf } from "./palette/use-page-focus";
import { mayLeaveTo } from "./use-leave-warning";

/** Returns a function that opens a page for a key or a search, and moves the focus there. */
export function useOpenPage(): (href: string) => void {
  const router = useRouter();
  return (href) => {
    if (!mayLeaveTo(href)) return;
    focusPageOf(href);
    router.push(href);
  };
}
