"use client";

import { useRouter } from "next/navigation";
import { focusPageOf, type OnPage } from "./palette/use-page-focus";
import { mayLeaveTo } from "./use-leave-warning";

/**
 * Returns a function that opens a page for a key or a search, and moves the focus there: into its
 * search field if the operator is to find something. Or it starts an action of the page.
 */
export function useOpenPage(): (href: string, then?: OnPage) => void {
  const router = useRouter();
  return (href, then = {}) => {
    if (!mayLeaveTo(href)) return;
    focusPageOf(href, then);
    router.push(href);
  };
}
