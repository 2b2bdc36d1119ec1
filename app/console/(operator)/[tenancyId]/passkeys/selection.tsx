"use client";

import { createContext, type ReactNode, useContext, useState } from "react";

interface Chosen {
  ids: readonly string[];
  chosen: ReadonlySet<string>;
  choose: (ids: readonly string[]) => void;
}

const Selection = createContext<Chosen>({ ids: [], chosen: new Set(), choose: () => undefined });

export const useSelection = (): Chosen => useContext(Selection);

/** Keeps the selected rows of the page. */
export function SelectionProvider({
  ids,
  children,
}: {
  ids: readonly string[];
  children: ReactNode;
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // Deselects rows that are no longer on the page.
  const there = new Set(ids.filter((id) => chosen.has(id)));
  return (
    <Selection value={{ ids, chosen: there, choose: (next) => setChosen(new Set(next)) }}>
      {children}
    </Selection>
  );
}

const look = "size-5 accent-accent align-middle";

export function SelectRow({ id, label }: { id: string; label: string }) {
  const { chosen, choose } = useSelection();
  return (
    <input
      type="checkbox"
      aria-label={`Select ${label}`}
      checked={chosen.has(id)}
      onChange={(event) =>
        choose(event.target.checked ? [...chosen, id] : [...chosen].filter((other) => other !== id))
      }
      // On a phone's card, in line with the passkey's name.
      className={`${look} max-sm:mt-1.5`}
    />
  );
}

export function SelectAll() {
  const { ids, chosen, choose } = useSelection();
  const isAll = chosen.size === ids.length;
  return (
    // On a phone, the box is above those of the cards, at the right.
    <label className="inline-flex items-center gap-2 max-sm:flex max-sm:min-h-7 max-sm:flex-row-reverse max-sm:justify-between">
      <input
        type="checkbox"
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = chosen.size > 0 && !isAll;
        }}
        onChange={() => choose(isAll ? [] : ids)}
        className={look}
      />
      <span className="relative sm:sr-only">Select all on this page</span>
    </label>
  );
}
