"use client";

import { openShortcuts } from "@/app/console/keyboard/open-shortcuts";
import { Kbd } from "@/components/ui/kbd";

const keys = [
  ["↑↓", "Select"],
  ["Enter", "Open"],
  ["Esc", "Close"],
] as const;

/** The keys of the palette. Devices without a keyboard don't show them. */
export function PaletteFooter({ onLeave }: { onLeave: () => void }) {
  return (
    <div
      className={
        "flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-xs " +
        "whitespace-nowrap text-quiet max-sm:hidden pointer-coarse:hidden"
      }
    >
      {keys.map(([key, does]) => (
        <span key={key} className="flex items-center gap-1.5">
          <Kbd>{key}</Kbd>
          {does}
        </span>
      ))}
      <button
        type="button"
        onClick={() => {
          onLeave();
          openShortcuts();
        }}
        className="ml-auto rounded hover:text-ink hover:underline"
      >
        All shortcuts
      </button>
    </div>
  );
}
