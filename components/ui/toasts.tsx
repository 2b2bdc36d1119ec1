"use client";

import type { CSSProperties } from "react";
import { Toaster } from "sonner";
import { useMedia } from "./use-media";

// Sonner's own light theme with the page's colors, which follow the visitor's theme.
const look: Record<`--${string}`, string> & CSSProperties = {
  "--normal-bg": "var(--surface)",
  "--normal-text": "var(--ink)",
  "--normal-border": "var(--line)",
  "--gray2": "var(--sunken)",
  "--gray5": "var(--control)",
  fontFamily: "inherit",
};

/** Container of the toasts. Screen readers announce them. Alt T focuses them. */
export function Toasts() {
  // On phones, they cover the title bar and leave the page's buttons and the menu button free.
  const isPhone = useMedia("(max-width: 600px)");
  // Sonner restores the previous focus when the focus leaves a toast or its last toast closes. This
  // would close a menu, leave a field, or trap Tab between the page's last control and a toast. So
  // clicks do not focus a toast, and Sonner doesn't see focus that Tab moves into one. Alt T focuses
  // the list itself, and that focus is restored.
  return (
    <div
      onMouseDown={(event) => event.preventDefault()}
      onFocusCapture={(event) => {
        if (!(event.target instanceof HTMLOListElement)) event.stopPropagation();
      }}
    >
      <Toaster
        position={isPhone ? "top-right" : "bottom-right"}
        mobileOffset={{ top: 8, right: 8, left: 68, bottom: 16 }}
        theme="light"
        closeButton
        toastOptions={{ closeButtonAriaLabel: "Close", classNames: { description: "!text-quiet" } }}
        style={look}
      />
    </div>
  );
}
