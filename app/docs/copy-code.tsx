"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";

const shownMs = 2_000;

/** Copies a text to the clipboard and confirms it. Shows an error if the browser refuses. */
export function CopyCode({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<"copied" | "refused">();
  useEffect(() => {
    if (outcome === undefined) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome("copied"),
      () => setOutcome("refused"),
    );
  const Icon = outcome === "copied" ? Check : Copy;
  return (
    <button
      type="button"
      aria-label={label}
      onClick={() => void copy()}
      className={
        "noscript:hidden inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-md px-2 " +
        "text-xs text-quiet hover:bg-line/60 hover:text-ink"
      }
    >
      <Icon aria-hidden className="size-3.5" />
      <span role="status">
        {outcome === "copied" ? "Copied" : outcome === "refused" ? "Select it by hand" : "Copy"}
      </span>
    </button>
  );
}
