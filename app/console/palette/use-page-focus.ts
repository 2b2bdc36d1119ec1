"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import type { PageActionKey } from "./page-action";
import { pressPageAction, shownButton } from "./use-page-buttons";

/** What to do on a page that a key or the search opens. */
export interface OnPage {
  /** Moves the focus into its search field. */
  isFinding?: boolean;
  /** Presses the button of this action. */
  starts?: PageActionKey | undefined;
}

// Outside React: a new tenancy replaces the whole shell, and the palette with it.
let navigation: OnPage | undefined;
let observer: MutationObserver | undefined;

/** Focuses the page's search field, unless the operator has moved the focus. */
function focusSearch(page: HTMLElement): boolean {
  const field = page.querySelector<HTMLElement>("input[type=search]");
  if (document.activeElement === page) field?.focus();
  return field !== null;
}

/** Starts an action, unless the operator has moved the focus. */
function startAction(page: HTMLElement, key: PageActionKey): boolean {
  const button = shownButton(key);
  if (document.activeElement === page && button !== null) pressPageAction(key, button);
  return button !== null;
}

/** Focuses the page. Finds or starts something as soon as it is there. */
function focusPage({ isFinding = false, starts }: OnPage): void {
  observer?.disconnect();
  const page = document.getElementById("page");
  // Without scrolling: the page is taller than the screen, so its top would move under the header.
  page?.focus({ preventScroll: true });
  if (page === null || (!isFinding && starts === undefined)) return;
  const isDone = () => (starts === undefined ? focusSearch(page) : startAction(page, starts));
  if (isDone()) return;
  observer = new MutationObserver((_, waiting) => isDone() && waiting.disconnect());
  observer.observe(page, { childList: true, subtree: true });
}

/** Moves the focus to the page that the palette opens, instead of the link of the page before. */
export function focusPageOf(href: string, then: OnPage): void {
  const isOther = new URL(href, window.location.href).pathname !== window.location.pathname;
  navigation = isOther ? then : undefined;
  if (!isOther) focusPage(then);
}

/** Focuses a page that the palette opened, once it is shown. */
export function usePageFocus(): void {
  const path = usePathname();
  useEffect(() => {
    observer?.disconnect();
    if (navigation === undefined) return;
    const then = navigation;
    navigation = undefined;
    focusPage(then);
  }, [path]);
}
