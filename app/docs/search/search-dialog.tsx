"use client";

import { useRouter } from "next/navigation";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useModal } from "@/components/ui/use-modal";
import { onOpenSearch, openSearch } from "./open-search";
import { searchField } from "./search-field";
import { useHeadingFocus } from "./use-heading-focus";

const SearchPanel = lazy(async () => ({ default: (await import("./search-panel")).SearchPanel }));

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** "/" opens the search, Ctrl K and ⌘K open and close it. Other dialogs keep their keys. */
function useShortcuts(dialog: { current: HTMLDialogElement | null }, close: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const hasModifier = event.metaKey || event.ctrlKey;
      const isToggle = event.key.toLowerCase() === "k" && hasModifier;
      const isSlash = event.key === "/" && !hasModifier && !isTyping(event.target);
      if (!isToggle && !isSlash) return;
      if (dialog.current?.open === true) {
        if (!isToggle) return;
        event.preventDefault();
        return close();
      }
      if (document.querySelector("dialog:modal") !== null) return;
      event.preventDefault();
      openSearch();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [dialog, close]);
}

interface Typed {
  text: string;
  onText: (text: string) => void;
}

/** A field that takes what is typed until the search has loaded. */
function LoadingSearch({ text, onText }: Typed) {
  return (
    <div className="flex flex-col">
      <input
        {...searchField}
        type="text"
        aria-label="Search the documentation"
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      <p className="p-5 text-sm text-quiet">Loading the search…</p>
    </div>
  );
}

function Search({ onPick }: { onPick: (href: string) => void }) {
  const [text, setText] = useState("");
  return (
    <Suspense fallback={<LoadingSearch text={text} onText={setText} />}>
      <SearchPanel text={text} onText={setText} onPick={onPick} />
    </Suspense>
  );
}

/** The search of the documentation. It loads its index when it opens first. */
export function SearchDialog() {
  const router = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [close] = useState(() => () => setOpen(false));
  const focusHeading = useHeadingFocus();
  useShortcuts(dialog, close);
  // At once, so that the field receives what is typed next.
  useEffect(() => onOpenSearch(() => flushSync(() => setOpen(true))), []);

  useModal(dialog, isOpen);

  function pick(href: string) {
    // At once, because the page behind an open dialog takes no focus.
    flushSync(close);
    router.push(href);
    focusHeading(href);
  }

  return (
    <dialog
      ref={dialog}
      aria-label="Search the documentation"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
      className={
        "mx-auto mt-[10vh] w-[min(42rem,calc(100vw-2rem))] rounded-2xl border border-line " +
        "bg-surface p-0 text-ink shadow-2xl backdrop:bg-black/50 max-sm:mt-4"
      }
    >
      {isOpen && (
        <>
          <Search onPick={pick} />
          {/* Without a keyboard there is no Escape. */}
          <button
            type="button"
            onClick={close}
            className={
              "absolute top-1.5 right-1.5 min-h-11 rounded-lg px-3 text-sm text-accent " +
              "sm:hidden pointer-coarse:block"
            }
          >
            Close
          </button>
        </>
      )}
    </dialog>
  );
}
