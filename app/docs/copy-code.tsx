"use client";

import { Check, Copy } from "lucide-react";
import { selectedWords } from "@/components/ui/selected-text";
import { useCopied } from "@/components/ui/use-copied";

const words = { copied: "Copied", selected: selectedWords, refused: "Select it by hand" };

interface Props {
  label: string;
  /** If absent, the code that the surrounding figure shows. */
  text?: string;
  /** Shows only the icon on narrow pages. */
  isNarrow?: boolean;
}

const codeShownIn = (figure: Element | null | undefined) =>
  figure?.querySelector("[data-shown=true] code")?.textContent ?? "";

/** Copies a text to the clipboard and confirms it, or selects it. */
export function CopyCode({ label, text, isNarrow = false }: Props) {
  const { button, outcome, copy } = useCopied(
    (pressed) => text ?? codeShownIn(pressed?.closest("figure")),
  );
  const Icon = outcome === "copied" ? Check : Copy;
  return (
    <button
      ref={button}
      type="button"
      aria-label={label}
      onClick={copy}
      className={
        "noscript:hidden inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-md px-2 " +
        "text-xs text-quiet hover:bg-line/60 hover:text-ink"
      }
    >
      <Icon aria-hidden className="size-3.5" />
      <span role="status" className={isNarrow ? "max-sm:sr-only" : ""}>
        {outcome === undefined ? "Copy" : words[outcome]}
      </span>
    </button>
  );
}
