"use client";

import { useEffect, useState } from "react";
import { type PageActionKey, pageActions, wordsOf } from "./page-action";
import type { PaletteItem } from "./palette-item";

const selector = "#page [data-page-action]:not(:disabled)";
const isShown = (element: Element) => element.getClientRects().length > 0;
const isKey = (key: string | undefined): key is PageActionKey =>
  key !== undefined && key in pageActions;

function labelOf(key: PageActionKey, name: string | undefined): string {
  const { label, named } = wordsOf(key);
  return name === undefined || named === undefined ? label : named(name);
}

/** Returns an item for each action that the page shows now. */
function findPageActions(): PaletteItem[] {
  return [...document.querySelectorAll<HTMLElement>(selector)]
    .filter(isShown)
    .flatMap((button, index): PaletteItem[] => {
      const { pageAction: key, pageActionName: name } = button.dataset;
      if (!isKey(key)) return [];
      const { words, isCareful = false } = wordsOf(key);
      return [
        {
          id: `page:${key}:${index}`,
          group: "This page",
          label: labelOf(key, name),
          words,
          ...(isCareful ? { caution: "changes" as const } : {}),
          does: key,
          icon: "act",
          target: { pageAction: key, button },
        },
      ];
    });
}

/** Returns the first button of an action that the page shows; null if it shows none. */
export const shownButton = (key: PageActionKey): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>(selector)].find(
    (button) => button.dataset["pageAction"] === key && isShown(button),
  ) ?? null;

/** Returns those items, as the page changes: it may still load when the palette opens. */
export function usePageActions(): readonly PaletteItem[] {
  const [items, setItems] = useState(findPageActions);
  useEffect(() => {
    const page = document.getElementById("page");
    if (page === null) return;
    const observer = new MutationObserver(() => setItems(findPageActions()));
    observer.observe(page, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return items;
}

/** Presses a button as the operator would. Returns whether the page still has that action. */
export function pressPageAction(key: PageActionKey, button: HTMLElement): boolean {
  if (!button.isConnected || button.dataset["pageAction"] !== key) return false;
  // The dialog that opens returns the focus to the button.
  button.focus();
  if (button.getAttribute("aria-haspopup") === "menu")
    button.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  else button.click();
  return true;
}
