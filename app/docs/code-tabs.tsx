"use client";

import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { type CodeLanguage, codeLanguages } from "@/lib/contract/code-languages";
import { chooseCodeLanguage, useCodeLanguage } from "./code-language";
import { CopyCode } from "./copy-code";

interface Props {
  title: string;
  /** The same code in several languages. The first is shown if the reader's is missing. */
  panels: { language: CodeLanguage; code: ReactNode }[];
}

const nameOf = (language: CodeLanguage) =>
  codeLanguages.find(({ id }) => id === language)?.name ?? language;

/** Returns the position that a key of the tab list selects. */
function toPosition(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case "ArrowRight":
      return (at + 1) % count;
    case "ArrowLeft":
      return (at + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

/**
 * One piece of code in several languages. A choice applies to every block. Without JavaScript, all
 * languages are shown below each other.
 */
export function CodeTabs({ title, panels }: Props) {
  const id = useId();
  const tabs = useRef<HTMLDivElement>(null);
  const chosen = useCodeLanguage();
  const shown = panels.some(({ language }) => language === chosen) ? chosen : panels[0]?.language;

  // Other blocks of the page change their height too, so keep this one where the reader sees it.
  function choose(language: CodeLanguage) {
    const before = tabs.current?.getBoundingClientRect().top ?? 0;
    chooseCodeLanguage(language);
    window.scrollBy({
      top: (tabs.current?.getBoundingClientRect().top ?? 0) - before,
      behavior: "instant",
    });
  }

  function move(event: KeyboardEvent) {
    const at = panels.findIndex(({ language }) => language === shown);
    const to = toPosition(event.key, at, panels.length);
    const next = to === undefined ? undefined : panels[to];
    if (next === undefined) return;
    event.preventDefault();
    choose(next.language);
    document.getElementById(`${id}-${next.language}`)?.focus({ preventScroll: true });
  }

  return (
    <figure className="min-w-0 overflow-hidden rounded-lg border border-line bg-sunken">
      <div
        className={
          "noscript:hidden flex min-h-10 items-center justify-between gap-2 border-b border-line " +
          "py-1 pr-1.5 pl-1.5"
        }
      >
        <div
          ref={tabs}
          role="tablist"
          aria-label={`Language: ${title}`}
          onKeyDown={move}
          className="-my-1 flex min-w-0 overflow-x-auto py-1"
        >
          {panels.map(({ language }) => (
            <button
              key={language}
              id={`${id}-${language}`}
              type="button"
              role="tab"
              aria-selected={language === shown}
              aria-controls={`${id}-${language}-panel`}
              tabIndex={language === shown ? 0 : -1}
              onClick={() => choose(language)}
              className={
                "min-h-8 shrink-0 rounded-md px-2 text-xs text-quiet hover:text-ink " +
                "focus-visible:-outline-offset-2 aria-selected:bg-surface " +
                "aria-selected:font-medium aria-selected:text-ink sm:px-2.5"
              }
            >
              {nameOf(language)}
            </button>
          ))}
        </div>
        <CopyCode label={`Copy: ${title}`} isNarrow />
      </div>
      {panels.map(({ language, code }) => (
        <div
          key={language}
          id={`${id}-${language}-panel`}
          role="tabpanel"
          aria-labelledby={`${id}-${language}`}
          data-shown={language === shown}
          className={language === shown ? "" : "noscript:block hidden"}
        >
          <p className="noscript:block hidden px-3.5 pt-3 text-xs font-medium text-quiet">
            {nameOf(language)}
          </p>
          {code}
        </div>
      ))}
    </figure>
  );
}
