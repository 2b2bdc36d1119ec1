"use client";

import { useEffect, useState } from "react";

const shownMs = 2_000;

/** Copies a text to the clipboard. `isCopied` is true for a moment afterwards. */
export function useCopied(
  text: string,
  onCopied: () => void = () => undefined,
): { isCopied: boolean; copy: () => void } {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return {
    isCopied,
    copy: () =>
      void navigator.clipboard.writeText(text).then(() => {
        setCopied(true);
        onCopied();
      }),
  };
}
