"use client";

import { useEffect, useState } from "react";

const shownMs = 2_000;

/** Puts a text into the clipboard, and tells for a moment that it is there. */
export function useCopied(text: string): { isCopied: boolean; copy: () => void } {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return {
    isCopied,
    copy: () => void navigator.clipboard.writeText(text).then(() => setCopied(true)),
  };
}
