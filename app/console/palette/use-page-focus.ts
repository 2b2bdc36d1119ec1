"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";

// Outside React: a new tenancy replaces the whole shell, and the palette with it.
let isNavigating = false;

// Without scrolling: the page is taller than the screen, so its top would move under the header.
const focusPage = () => document.getElementById("page")?.focus({ preventScroll: true });

/** Moves the focus to the page that the palette opens, instead of the link of the page before. */
export function focusPageOf(href: string): void {
  isNavigating = new URL(href, window.location.href).pathname !== window.location.pathname;
  if (!isNavigating) focusPage();
}

/** Focuses a page that the palette opened, once it is shown. */
export function usePageFocus(): void {
  const path = usePathname();
  useEffect(() => {
    if (!isNavigating) return;
    isNavigating = false;
    focusPage();
  }, [path]);
}
