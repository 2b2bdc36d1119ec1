"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";

const shownMs = 2_000;

interface Props {
  label: string;
  /** If absent, the code that the surrounding figure shows. */
  text?: string;
  /** Shows only the icon on narrow pages. */
  isNarrow?: boolean;
}

const codeShownIn = (figure: Element | null | undefined) =>
  figure?.querySelector("[data-shown=true] code")?.textContent ?? "";

/** Copies a text to the clipboard and confirms it. Shows an error if the browser refuses. */
export function CopyCode({ label, text, isNarrow = false }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [outcome, setOutcome] = useState<"copied" | "refused">();
  useEffect(() => {
    if (outcome === undefined) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () =>
    navigator.clipboard.writeText(text ?? codeShownIn(button.current?.closest("figure"))).then(
      () => setOutcome("copied"),
      () => setOutcome("refused"),
    );
  const Icon = outcome === "copied" ? Check : Copy;
  return (
    <button
      ref={button}
      type="button"
      aria-label={label}
      onClick={() => void copy()}
      className={
        "noscript:hidden inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-md px-2 " +
        "text-xs text-quiet hover:bg-line/60 hover:text-ink"
      }
    >
      <Icon aria-hidden className="size-3.5" />
      <span role="status" className={isNarrow ? "max-sm:sr-only" : ""}>
        {outcome === "copied" ? "Copied" : outcome === "refused" ? "Select it by hand" : "Copy"}
      </span>
    </button>
  );
}
