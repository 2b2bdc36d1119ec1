"use client";

import { Command } from "cmdk";
import { useState } from "react";
import { elsewhereItems, foundItems, foundNothing } from "./found-items";
import type { PaletteItem } from "./palette-item";
import { nothingSelected, PaletteList } from "./palette-list";
import { rankItems } from "./rank-items";
import { leastLength, useFound } from "./use-found";
import { useKeysToRotate } from "./use-keys-to-rotate";
import { useRecentItems } from "./use-recent-items";

export interface PaletteProps {
  operatorSub: string;
  /** Set if the operator may search in the current tenancy. */
  tenancyId: string | undefined;
  tenancyName: string | undefined;
  /** The operator's other tenancies, by name. */
  otherTenancies: readonly { id: string; name: string }[];
  items: readonly PaletteItem[];
}

/** What the typed text matches. */
function useMatches(
  { operatorSub, tenancyId, tenancyName, otherTenancies, items }: PaletteProps,
  text: string,
) {
  const found = useFound(tenancyId, text);
  const recent = useRecentItems(operatorSub, tenancyId, items);
  const typed = text.trim();
  const isElsewhere = typed.length >= leastLength && !found.hasFailed && foundNothing(found);
  const elsewhere = isElsewhere ? elsewhereItems(typed, otherTenancies) : [];
  const all =
    typed === ""
      ? [...recent, ...items]
      : [...foundItems(tenancyId ?? "", text, found), ...elsewhere, ...items];
  const empty = found.isSearching
    ? "Searching…"
    : found.hasFailed
      ? "Users can’t be searched right now. Try again in a moment."
      : tenancyName === undefined
        ? `No results for “${typed}”. To find a user, open the tenancy first.`
        : `No results for “${typed}” in ${tenancyName}. Try part of an email, a name or an ID.` +
          (found.mayBeErased ? " Erased users can’t be found by email or name." : "");
  return { groups: rankItems(all, text), empty };
}

/** The keys that the operator can choose to rotate. */
function useKeyMatches(tenancyId: string | undefined, isChoosing: boolean, text: string) {
  const { keys, isLoading } = useKeysToRotate(isChoosing ? tenancyId : undefined);
  const empty = isLoading ? "Loading keys…" : "No API key to rotate.";
  return { groups: rankItems(keys, text), empty };
}

/** The search field and its results. */
export function PaletteSearch({
  onPick,
  ...props
}: PaletteProps & { onPick: (item: PaletteItem) => void }) {
  const [text, setText] = useState("");
  const [isChoosingKey, setChoosingKey] = useState(false);
  const matches = useMatches(props, text);
  const keyMatches = useKeyMatches(props.tenancyId, isChoosingKey, text);
  const { groups, empty } = isChoosingKey ? keyMatches : matches;

  // The first item stays selected while results arrive, until the operator selects another.
  const best = groups[0]?.items[0];
  const first = best?.mustBeChosen === true ? nothingSelected : (best?.id ?? "");
  const [selection, select] = useState({ first, id: first });
  const selected = selection.first === first ? selection.id : first;

  function pick(item: PaletteItem) {
    if (!("command" in item.target) || item.target.command !== "choose-key") return onPick(item);
    setChoosingKey(true);
    setText("");
  }

  return (
    <Command
      label="Search"
      shouldFilter={false}
      value={selected}
      onValueChange={(id) => select({ first, id })}
      className="flex max-h-[70vh] flex-col"
    >
      <Command.Input
        value={text}
        onValueChange={setText}
        placeholder={
          isChoosingKey
            ? "Choose the API key to rotate"
            : "Search users, mailboxes, pages, actions and IDs"
        }
        className={
          "min-h-14 w-full border-b border-line bg-transparent px-4 text-base outline-none " +
          "placeholder:text-quiet"
        }
      />
      <PaletteList groups={groups} empty={empty} onPick={pick} />
    </Command>
  );
}
