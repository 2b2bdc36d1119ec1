"use client";

import { Search } from "lucide-react";
import { useSyncExternalStore } from "react";
import { openPalette } from "./open-palette";

const never = () => () => undefined;
const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the palette. Devices without a keyboard show no shortcut. */
export function PaletteButton() {
  const hasCommandKey = useSyncExternalStore(never, isApple, () => false);
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
      <kbd
        aria-hidden
        className="rounded border border-line px-1.5 font-mono text-xs pointer-coarse:hidden"
      >
        {hasCommandKey ? "⌘K" : "Ctrl K"}
      </kbd>
    </button>
  );
}
