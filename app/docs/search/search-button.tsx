"use client";

import { Search } from "lucide-react";
import { openSearch } from "./open-search";

/** Opens the search. Devices without a keyboard show no shortcut. */
export function SearchButton() {
  return (
    <button
      type="button"
      aria-label="Search the docs"
      aria-keyshortcuts="/ Control+K Meta+K"
      onClick={openSearch}
      className={
        "flex min-h-10 min-w-10 items-center justify-center gap-3 rounded-lg border " +
        "border-control bg-surface px-3 text-sm text-quiet hover:text-ink noscript:hidden " +
        "sm:w-64 sm:justify-start"
      }
    >
      <Search aria-hidden className="size-4 shrink-0" />
      <span className="grow text-left max-sm:hidden">Search the docs</span>
      <kbd
        aria-hidden
        className={
          "rounded-sm border border-line px-1.5 font-mono text-xs max-sm:hidden pointer-coarse:hidden"
        }
      >
        /
      </kbd>
    </button>
  );
}
