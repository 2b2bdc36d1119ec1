"use client";

import { Menu } from "lucide-react";
import { useRef, type MouseEvent } from "react";
import type { NavigationSection } from "./navigation";
import { SideNav } from "./side-nav";

/** The side navigation on narrow screens. Collapses after a link is followed. */
export function FoldedNav({ sections }: { sections: NavigationSection[] }) {
  const details = useRef<HTMLDetailsElement>(null);
  const fold = ({ target }: MouseEvent) => {
    if (details.current !== null && target instanceof Element && target.closest("a") !== null)
      details.current.open = false;
  };
  return (
    <details ref={details} onClick={fold} className="border-b border-line lg:hidden">
      <summary
        className={
          "flex min-h-12 cursor-pointer list-none items-center gap-2.5 px-5 text-sm font-medium " +
          "[&::-webkit-details-marker]:hidden"
        }
      >
        <Menu aria-hidden className="size-4" />
        All pages
      </summary>
      <nav aria-label="All pages" className="px-3 pt-1 pb-6">
        <SideNav sections={sections} />
      </nav>
    </details>
  );
}
