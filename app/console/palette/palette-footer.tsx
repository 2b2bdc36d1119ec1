"use client";

import { openShortcuts } from "@/app/console/keyboard/open-shortcuts";
import { Kbd } from "@/components/ui/kbd";

interface Props {
  /** What Enter would open: a result, none until one is selected, or none at all. */
  selection: "result" | "none-yet" | "no-results";
  onLeave: () => void;
}

const keysOf: Record<Props["selection"], readonly (readonly [key: string, does: string])[]> = {
  result: [
    ["↑↓", "Select"],
    ["Enter", "Open"],
  ],
  "none-yet": [["↓", "Nothing is selected: choose a result"]],
  "no-results": [],
};

/** The keys of the palette. Devices without a keyboard don't show them. */
export function PaletteFooter({ selection, onLeave }: Props) {
  const keys = [...keysOf[selection], ["Esc", "Close"]] as const;
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
