"use client";

import { Command } from "cmdk";
import { useMemo, useState } from "react";
import { excerptOf } from "./excerpt";
import { searchField } from "./search-field";
import { findEntries, type ShownEntry } from "./search-index";
import { markWords, wordsToMark } from "./search-words";
import { useSearchIndex } from "./use-search-index";

const suggestions = [
  { label: "Five-minute start", href: "/docs/guides/five-minutes" },
  { label: "Common questions", href: "/docs/guides/questions" },
  { label: "Errors", href: "/docs/api/errors" },
  { label: "Configuration", href: "/docs/guides/configuration" },
];

const item =
  "cursor-default rounded-lg px-3 py-2 text-sm data-[selected=true]:bg-sunken " +
  "data-[selected=true]:outline-2 data-[selected=true]:-outline-offset-2 data-[selected=true]:outline-accent";

function Marked({ runs }: { runs: ReturnType<typeof markWords> }) {
  return runs.map(({ text, isMatch }, index) =>
    isMatch ? (
      <mark key={index} className="rounded-sm bg-accent-soft font-medium text-accent">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}

interface ResultProps {
  entry: ShownEntry;
  /** The typed words. */
  words: readonly string[];
  onPick: (href: string) => void;
}

function Result({ entry, words, onPick }: ResultProps) {
  const { href, kind, page, heading, text } = entry;
  return (
    <Command.Item value={href} onSelect={() => onPick(href)} className={item}>
      <span className="flex items-baseline gap-3">
        <span className="min-w-0 grow font-medium [overflow-wrap:anywhere]">
          <Marked runs={markWords(heading, words)} />
          {page !== heading && <span className="font-normal text-quiet"> · {page}</span>}
        </span>
        <span className="shrink-0 rounded-sm border border-line px-1.5 text-xs text-quiet">
          {kind}
        </span>
      </span>
      <span className="mt-0.5 line-clamp-2 text-quiet max-sm:line-clamp-3 [overflow-wrap:anywhere]">
        <Marked runs={excerptOf(text, words)} />
      </span>
    </Command.Item>
  );
}

const hintOf = (index: ReturnType<typeof useSearchIndex>, typed: string) => {
  if (index === "loading") return "Loading the search…";
  if (index === "failed")
    return "The search couldn’t be loaded. Check your connection, close the search and try again.";
  return (
    `No results for “${typed}”. Try fewer or shorter words, an error such as InvalidCode, or a ` +
    "variable such as SMTP_URL."
  );
};

function countOf(found: readonly ShownEntry[]): string {
  return found.length === 1 ? "1 result" : `${found.length} results`;
}

interface SearchPanelProps {
  text: string;
  onText: (text: string) => void;
  onPick: (href: string) => void;
}

/** The search field and its results. */
export function SearchPanel({ text, onText, onPick }: SearchPanelProps) {
  const index = useSearchIndex();
  const typed = text.trim();
  const found = useMemo(
    () => (typeof index === "string" ? [] : findEntries(index, typed)),
    [index, typed],
  );

  // The first result stays selected while the reader types.
  const first = (typed === "" ? suggestions : found)[0]?.href ?? "";
  const [selection, select] = useState({ first, href: first });
  const selected = selection.first === first ? selection.href : first;

  return (
    <Command
      label="Search the documentation"
      shouldFilter={false}
      value={selected}
      onValueChange={(href) => select({ first, href })}
      className="flex max-h-[75vh] flex-col"
    >
      <Command.Input {...searchField} value={text} onValueChange={onText} />
      <p role="status" className="sr-only">
        {typed === "" ? "" : countOf(found)}
      </p>
      <Command.List className="overflow-y-auto overscroll-contain p-1.5">
        {typed === "" ? (
          <Command.Group
            heading="Pages that readers open often"
            className={
              "[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 " +
              "[&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-quiet"
            }
          >
            {suggestions.map(({ label, href }) => (
              <Command.Item key={href} value={href} onSelect={() => onPick(href)} className={item}>
                {label}
              </Command.Item>
            ))}
          </Command.Group>
        ) : (
          found.map((entry) => (
            <Result key={entry.href} entry={entry} words={wordsToMark(typed)} onPick={onPick} />
          ))
        )}
        <Command.Empty className="px-4 py-8 text-center text-sm text-pretty text-quiet">
          {hintOf(index, typed)}
        </Command.Empty>
      </Command.List>
      <p
        aria-hidden
        className={
          "flex shrink-0 gap-4 border-t border-line px-4 py-2 text-xs text-quiet " +
          "max-sm:hidden pointer-coarse:hidden"
        }
      >
        <span>↑ ↓ select</span>
        <span>Enter opens</span>
        <span>Esc closes</span>
      </p>
    </Command>
  );
}
