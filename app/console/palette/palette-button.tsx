"use client";

import { Search } from "lucide-react";
import { useSearchKeys } from "@/app/console/keyboard/use-search-keys";
import { Kbd } from "@/components/ui/kbd";
import { openPalette } from "./open-palette";

/** Opens the palette. Phones and devices without a mouse show no shortcut. */
export function PaletteButton() {
  const keys = useSearchKeys();
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={openPalette}
      className={
        "flex min-h-10 w-full shrink-0 items-center gap-3 rounded-lg border border-line bg-surface px-3 " +
        "text-sm text-quiet hover:border-control"
      }
    >
      <Search aria-hidden className="size-4" />
      <span className="grow text-left">Search</span>
      <span aria-hidden className="max-lg:hidden pointer-coarse:hidden">
        <Kbd>{keys}</Kbd>
      </span>
    </button>
  );
}
