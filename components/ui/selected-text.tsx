"use client";

import { useEffect, useRef } from "react";
import { selectText } from "./use-copied";

/** What a copy button says when the browser refused, and the text is selected. */
export const selectedWords = "Selected. Copy it by hand";

/** Shows a text that couldn’t be copied, selected. */
export function SelectedText({ text }: { text: string }) {
  const code = useRef<HTMLElement>(null);
  useEffect(() => {
    if (code.current !== null) selectText(code.current);
  }, [text]);
  return (
    <span role="status" className="flex max-w-full min-w-0 flex-col gap-1 text-left">
      <span className="text-xs text-quiet">{selectedWords}</span>
      <code
        ref={code}
        className={
          "max-h-48 overflow-auto rounded bg-sunken px-2 py-1 font-mono text-[0.8125rem] " +
          "whitespace-pre-wrap [overflow-wrap:anywhere]"
        }
      >
        {text}
      </code>
    </span>
  );
}
