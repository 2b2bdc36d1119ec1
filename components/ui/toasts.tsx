"use client";

import { Toaster } from "sonner";

/** Where short news of what was done appear. */
export function Toasts() {
  // Sonner gives the focus that a click brought it back when its last toast goes, which would close
  // a menu and leave a field that somebody is in by then. So clicks bring it none; Alt T does, and
  // that is given back.
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
