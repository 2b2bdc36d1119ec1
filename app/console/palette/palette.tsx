"use client";

import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useModal } from "@/components/ui/use-modal";
import { onOpenPalette, openPalette } from "./open-palette";
import type { PaletteItem } from "./palette-item";
import { type PaletteProps, PaletteSearch } from "./palette-search";
import { addRecentItem } from "./recent-items";
import { usePageFocus } from "./use-page-focus";
import { useRecentPages } from "./use-recent-items";
import { useRunTarget } from "./use-run-target";

/** Ctrl K and ⌘K open and close the palette, except over another dialog. */
function useShortcut(dialog: { current: HTMLDialogElement | null }, close: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      if (dialog.current?.open) return close();
      // The phone's navigation closes itself for the palette.
      if (document.querySelector("dialog:modal:not([data-navigation])") === null) openPalette();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [dialog, close]);
}

/** Whether the item is offered again as a recent one. Opened users are, by their page. */
const isWorthRepeating = ({ target }: PaletteItem) => "href" in target || "theme" in target;

/** Finds pages, actions, users and ids, and runs what the operator picks. */
export function Palette(props: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [close] = useState(() => () => setOpen(false));
  const run = useRunTarget(props.operatorSub);
  useShortcut(dialog, close);
  useRecentPages(props.operatorSub);
  usePageFocus();
  // At once, so that the field receives what is typed next.
  useEffect(() => onOpenPalette(() => flushSync(() => setOpen(true))), []);

  useModal(dialog, isOpen);

  function pick(item: PaletteItem) {
    // At once, because the page behind an open dialog takes no focus.
    flushSync(close);
    const id = item.id.replace(/^recent:/, "");
    if (isWorthRepeating(item) && props.items.some((each) => each.id === id))
      addRecentItem(props.operatorSub, id);
    run(item.target);
  }

  return (
    <dialog
      ref={dialog}
      aria-label="Search"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
      className={
        "mx-auto mt-[12vh] w-[min(36rem,calc(100vw-2rem))] rounded-2xl border border-line " +
        "bg-surface p-0 text-ink shadow-2xl backdrop:bg-black/50"
      }
    >
      {isOpen && <PaletteSearch {...props} onPick={pick} onClose={() => flushSync(close)} />}
    </dialog>
  );
}
