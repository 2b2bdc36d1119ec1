"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

function focus(anchor: string): void {
  const heading = anchor === "" ? document.querySelector("h1") : document.getElementById(anchor);
  if (heading === null) return;
  heading.tabIndex = -1;
  // Next scrolls to headings, but not to rows of tables.
  if (anchor !== "") heading.scrollIntoView();
  heading.focus({ preventScroll: true });
}

/**
 * Returns a function that moves the focus to a link's heading once its page is shown, so that the
 * keyboard continues there.
 */
export function useHeadingFocus(): (href: string) => void {
  const path = usePathname();
  const wanted = useRef<{ path: string; anchor: string }>(null);
  useEffect(() => {
    if (wanted.current?.path !== path) return;
    focus(wanted.current.anchor);
    wanted.current = null;
  }, [path]);
  return (href) => {
    const [target = "", anchor = ""] = href.split("#");
    if (target === path) focus(anchor);
    else wanted.current = { path: target, anchor };
  };
}
