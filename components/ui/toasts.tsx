"use client";

import { Toaster } from "sonner";

/** Container of the toasts. */
export function Toasts() {
  // Sonner restores the previous focus when its last toast closes, which would close a menu or
  // leave a field. So clicks do not focus a toast. Alt T does, and that focus is restored.
  return (
    <div onMouseDown={(event) => event.preventDefault()}>
      <Toaster
        position="bottom-right"
        theme="system"
        closeButton
        toastOptions={{
          style: {
            background: "var(--surface)",
            color: "var(--ink)",
            border: "1px solid var(--line)",
            fontFamily: "inherit",
          },
        }}
      />
    </div>
  );
}
