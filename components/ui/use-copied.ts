"use client";

import { type RefObject, useEffect, useRef, useState } from "react";

const shownMs = 2_000;

/**
 * `selected`: the browser refused, and the text is selected where the page shows it. `refused`: the
 * page doesn't show it.
 */
export type CopyOutcome = "copied" | "selected" | "refused";

/** Selects what an element shows. */
export function selectText(element: Element): void {
  getSelection()?.selectAllChildren(element);
}

/** Selects the text in the nearest block of code that shows it, exactly and completely. */
function selectNearby(text: string, button: Element | null): boolean {
  for (let near = button?.parentElement; near; near = near.parentElement)
    for (const block of near.querySelectorAll("pre, code"))
      if (block.textContent === text && block.checkVisibility()) {
        selectText(block);
        return true;
      }
  return false;
}

/**
 * Copies a text to the clipboard. Browsers refuse it without permission, and have no clipboard for
 * pages that are opened by http. Then the text is selected near the button. Never rejects.
 */
export async function copyOrSelect(text: string, button: Element | null): Promise<CopyOutcome> {
  try {
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    return selectNearby(text, button) ? "selected" : "refused";
  }
}

/** Copies the text that `read` returns. `outcome` is `copied` for a moment, others until a retry. */
export function useCopied(
  read: (button: HTMLButtonElement | null) => string,
  onCopied: () => void = () => undefined,
): {
  button: RefObject<HTMLButtonElement | null>;
  outcome: CopyOutcome | undefined;
  copy: () => void;
} {
  const button = useRef<HTMLButtonElement>(null);
  const [outcome, setOutcome] = useState<CopyOutcome>();
  useEffect(() => {
    if (outcome !== "copied") return;
    const timer = setTimeout(() => setOutcome(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  return {
    button,
    outcome,
    copy: () =>
      void copyOrSelect(read(button.current), button.current).then((next) => {
        setOutcome(next);
        if (next === "copied") onCopied();
      }),
  };
}
