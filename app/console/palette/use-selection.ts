"use client";

import { useState } from "react";
import { userScore } from "./found-items";
import type { RankedGroup } from "./rank-items";

/** Selected where the first result must be chosen, so that Enter picks nothing by itself. */
export const nothingSelected = "nothing-selected";

/** Returns the id that is selected first. While a search runs, only a match that users come after. */
function firstOf(groups: readonly RankedGroup[], isSearching: boolean): string {
  const [best] = groups;
  const item = best?.items[0];
  if (best === undefined || item === undefined) return "";
  if (item.caution !== undefined || (isSearching && best.score < userScore)) return nothingSelected;
  return item.id;
}

/**
 * The selected item. The first one, as results arrive for a text, until the operator selects another
 * for that text.
 */
export function useSelection(
  groups: readonly RankedGroup[],
  { text, isSearching }: { text: string; isSearching: boolean },
) {
  const first = firstOf(groups, isSearching);
  const [chosen, choose] = useState({ text, id: "" });
  const isListed = groups.some(({ items }) => items.some(({ id }) => id === chosen.id));
  return {
    selected: chosen.text === text && isListed ? chosen.id : first,
    hasFirst: first !== nothingSelected,
    // The list selects its first item by itself when the text changes.
    select: (id: string) => choose({ text, id: id === first ? "" : id }),
  };
}
