"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";

// Outside React: a new tenancy replaces the whole shell, and the palette with it.
let navigation: { isFinding: boolean } | undefined;
let observer: MutationObserver | undefined;

/** Focuses the page's search field, unless the operator has moved the focus. */
function focusSearch(page: HTMLElement): boolean {
  const field = page.querySelector<HTMLElement>("input[type=search]");
  if (document.activeElement === page) field?.focus();
  return field !== null;
}

/** Focuses the page, or its search field as soon as it has one. */
function focusPage(isFinding: boolean): void {
  observer?.disconnect();
  const page = document.getElementById("page");
  // Without scrolling: the page is taller than the screen, so its top would move under the header.
  page?.focus({ preventScroll: true });
  if (page === null || !isFinding || focusSearch(page)) return;
  observer = new MutationObserver((_, waiting) => focusSearch(page) && waiting.disconnect());
  observer.observe(page, { childList: true, subtree: true });
}

/** Moves the focus to the page that the palette opens, instead of the link of the page before. */
export function focusPageOf(href: string, isFinding: boolean): void {
  const isOther = new URL(href, window.location.href).pathname !== window.location.pathname;
  navigation = isOther ? { isFinding } : undefined;
  if (!isOther) focusPage(isFinding);
}

/** Focuses a page that the palette opened, once it is shown. */
export function usePageFocus(): void {
  const path = usePathname();
  useEffect(() => {
    observer?.disconnect();
    if (navigation === undefined) return;
    const { isFinding } = navigation;
    navigation = undefined;
    focusPage(isFinding);
  }, [path]);
}
