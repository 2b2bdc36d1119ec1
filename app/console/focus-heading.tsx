"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { focusHeading } from "@/components/ui/capture-focus";

const watchedMs = 3_000;

/**
 * Moves the focus to the heading of the next page when an action leaves a page whose control had it,
 * such as an erasure. A link keeps the focus itself if it is still there.
 */
export function FocusHeading() {
  const path = usePathname();
  const previous = useRef(path);

  useEffect(() => {
    if (previous.current === path) return;
    previous.current = path;
    const isLost = () =>
      document.activeElement === document.body ||
      document.activeElement?.getAttribute("href") === "#page";
    // A skeleton without a heading may come first, and a closing dialog may move the focus once more.
    const focus = () => isLost() && focusHeading();
    focus();
    const observer = new MutationObserver(focus);
    observer.observe(document.body, { childList: true, subtree: true });
    const timer = setTimeout(() => observer.disconnect(), watchedMs);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [path]);

  return null;
}
