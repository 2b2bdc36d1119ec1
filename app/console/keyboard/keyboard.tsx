"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { NavigationItem } from "@/app/console/navigation";
import { openPalette } from "@/app/console/palette/open-palette";
import { useOpenPage } from "@/app/console/use-open-page";
import { focusHeading } from "@/components/ui/capture-focus";
import { findLinkUp, focusListSearch, isInRow, isListSearch, moveByRows } from "./list-rows";
import { onOpenShortcuts } from "./open-shortcuts";
import { pageOf } from "./page-keys";
import { isTyping, keyAlone } from "./pressed-key";
import { ShortcutsDialog } from "./shortcuts-dialog";
import { areSingleKeysOn } from "./single-keys";
import { lastAddressOf, previousPath, useVisitedPages } from "./visited-pages";

/** The letter of a page counts for this long after a G. */
const sequenceMs = 1_500;

/** Keys of a list that aren't letters. Returns whether the key did something. */
function leaveOrEnterList(key: string, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  const isSearch = isListSearch(target);
  if (key === "ArrowDown" && isSearch) return moveByRows(1, undefined);
  if (key !== "Escape" || !(isSearch || isInRow(target))) return false;
  focusHeading();
  return true;
}

/** The single-key shortcuts of the console, and the dialog that lists them. */
export function Keyboard({ pages }: { pages: readonly NavigationItem[] }) {
  const openPage = useOpenPage();
  const [isListed, setListed] = useState(false);
  const startedAt = useRef(-Infinity);
  useVisitedPages();
  useEffect(() => onOpenShortcuts(() => setListed(true)), []);

  function openPageAbove(): boolean {
    const link = findLinkUp();
    if (link !== undefined) openPage(lastAddressOf(link.pathname));
    return link !== undefined;
  }

  function runKey(key: string): boolean {
    switch (key) {
      case "/":
        if (!focusListSearch()) openPalette();
        return true;
      case "?":
        setListed(true);
        return true;
      case "j":
        return moveByRows(1, previousPath());
      case "k":
        return moveByRows(-1, previousPath());
      case "u":
        return openPageAbove();
      default:
        return false;
    }
  }

  /** The second key of a sequence never does what it does alone. */
  function runSequence(letter: string): boolean {
    const page = pageOf(pages, letter);
    if (page !== undefined) openPage(page.href);
    return true;
  }

  function run(key: string, at: number): boolean {
    const isSecond = at - startedAt.current <= sequenceMs;
    startedAt.current = key === "g" && !isSecond ? at : -Infinity;
    return isSecond ? runSequence(key) : key === "g" || runKey(key);
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = keyAlone(event);
    if (key === null) {
      startedAt.current = -Infinity;
      return;
    }
    const isDone =
      leaveOrEnterList(key, event.target) ||
      (key.length === 1 && !isTyping(event) && areSingleKeysOn() && run(key, event.timeStamp));
    if (isDone) event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);

  return isListed ? <ShortcutsDialog pages={pages} onClose={() => setListed(false)} /> : null;
}
