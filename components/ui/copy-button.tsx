"use client";

import { Check, Copy } from "lucide-react";
import { Button } from "./button";
import { useCopied } from "./use-copied";

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({
  text,
  label = "Copy",
  onCopied,
}: {
  text: string;
  label?: string;
  onCopied?: (() => void) | undefined;
}) {
  const { isCopied, copy } = useCopied(text, onCopied);
  const Icon = isCopied ? Check : Copy;
  return (
    <Button tone="secondary" onClick={copy} aria-label={isCopied ? "Copied" : label}>
      <Icon aria-hidden className="size-4" />
      <span aria-live="polite">{isCopied ? "Copied" : label}</span>
    </Button>
  );
}
