"use client";

import { Check, Copy } from "lucide-react";
import { Button } from "./button";
import { SelectedText, selectedWords } from "./selected-text";
import { useCopied } from "./use-copied";

/** Copies a text to the clipboard and confirms it, or selects it. */
export function CopyButton({
  text,
  label = "Copy",
  onCopied,
}: {
  text: string;
  label?: string;
  onCopied?: (() => void) | undefined;
}) {
  const { button, outcome, copy } = useCopied(() => text, onCopied);
  const Icon = outcome === "copied" ? Check : Copy;
  const words =
    outcome === "copied" ? "Copied" : outcome === "selected" ? selectedWords : undefined;
  return (
    <span className="flex max-w-full min-w-0 flex-col items-start gap-2">
      <Button ref={button} tone="secondary" onClick={copy} aria-label={words ?? label}>
        <Icon aria-hidden className="size-4" />
        <span aria-live="polite">{words ?? label}</span>
      </Button>
      {outcome === "refused" && <SelectedText text={text} />}
    </span>
  );
}
