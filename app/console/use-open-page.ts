"use client";

import { useRouter } from "next/navigation";
import { focusPageOf } from "./palette/use-page-focus";
import { mayLeaveTo } from "./use-leave-warning";

/**
 * Returns a function that opens a page for a key or a search, and moves the focus there: into its
 * search field if the operator is to find something.
 */
export function useOpenPage(): (href: string, isFinding?: boolean) => void {
  const router = useRouter();
  return (href, isFinding = false) => {
    if (!mayLeaveTo(href)) return;
    focusPageOf(href, isFinding);
    router.push(href);
  };
}
