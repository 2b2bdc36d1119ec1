"use client";

import { Toaster } from "sonner";

/** Where short news of what was done appear. */
export function Toasts() {
  return (
    <Toaster
      position="bottom-right"
      theme="system"
      closeButton
      toastOptions={{ style: { background: "var(--surface)", color: "var(--ink)", border: "1px solid var(--line)", fontFamily: "inherit" } }}
    />
  );
}
