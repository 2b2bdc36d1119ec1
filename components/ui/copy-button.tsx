"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./button";

const shownMs = 2_000;

/** Puts a text into the clipboard and says so. */
export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const Icon = isCopied ? Check : Copy;
  return (
    <Button tone="secondary" onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))} aria-label={isCopied ? "Copied" : label}>
      <Icon aria-hidden className="size-4" />
      <span aria-live="polite">{isCopied ? "Copied" : label}</span>
    </Button>
  );
}
