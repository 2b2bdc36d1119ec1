"use client";

import { Check, Copy } from "lucide-react";
import { SelectedText } from "./selected-text";
import { useCopied } from "./use-copied";

/** An id that copies itself on click, or is shown selected. Long ids are shortened only visually. */
export function CopyText({
  text,
  label,
  short = false,
}: {
  text: string;
  label: string;
  short?: boolean;
}) {
  const { button, outcome, copy } = useCopied(() => text);
  const isCopied = outcome === "copied";
  // The name contains what is visible (WCAG 2.2, 2.5.3).
  const shown = short && text.length > 14 ? `${text.slice(0, 6)}…${text.slice(-5)}` : text;
  const Icon = isCopied ? Check : Copy;
  const control = (
    <button
      ref={button}
      type="button"
      title={text}
      aria-label={isCopied ? `${label} copied: ${shown}` : `Copy ${label}: ${shown}`}
      onClick={copy}
      className={
        "inline-flex min-h-6 max-w-full items-center gap-1.5 rounded font-mono text-[0.8125rem] " +
        "text-ink hover:text-accent"
      }
    >
      <span className="truncate">{shown}</span>
      <Icon aria-hidden className="size-3.5 shrink-0 text-quiet" />
    </button>
  );
  if (outcome !== "refused") return control;
  return (
    <span className="inline-flex max-w-full flex-col items-start gap-1">
      {control}
      <SelectedText text={text} />
    </span>
  );
}
