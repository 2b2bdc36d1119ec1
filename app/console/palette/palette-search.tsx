"use client";

import { Command } from "cmdk";
import { useState } from "react";
import { elsewhereItems, foundItems, foundNothing } from "./found-items";
import { offerItems } from "./offer-items";
import { PaletteFooter } from "./palette-footer";
import type { PaletteItem } from "./palette-item";
import { PaletteList } from "./palette-list";
import { rankItems } from "./rank-items";
import { leastLength, useFound } from "./use-found";
import { useKeysToRotate } from "./use-keys-to-rotate";
import { usePageActions } from "./use-page-buttons";
import { useRecentItems } from "./use-recent-items";
import { nothingSelected, useSelection } from "./use-selection";

export interface PaletteProps {
  operatorSub: string;
  /** Set if the operator may search in the current tenancy. */
  tenancyId: string | undefined;
  tenancyName: string | undefined;
  /** The operator's other tenancies, by name. */
  otherTenancies: readonly { id: string; name: string }[];
  items: readonly PaletteItem[];
}

/** The actions that the operator may start somewhere in the tenancy. */
const actionsIn = (items: readonly PaletteItem[]) =>
  new Set(items.flatMap(({ does }) => does ?? []));

/** What the typed text matches. */
function useMatches(
  { operatorSub, tenancyId, tenancyName, otherTenancies, items }: PaletteProps,
  text: string,
) {
  const found = useFound(tenancyId, text);
  const recent = useRecentItems(operatorSub, tenancyId, items);
  const ofPage = usePageActions();
  const typed = text.trim();
  const isElsewhere = typed.length >= leastLength && !found.hasFailed && foundNothing(found);
  const elsewhere = isElsewhere ? elsewhereItems(typed, otherTenancies) : [];
  const matching =
    typed === ""
      ? []
      : [
          ...foundItems({ tenancyId: tenancyId ?? "", allowed: actionsIn(items) }, text, found),
          ...elsewhere,
        ];
  const all = offerItems({ recent, ofPage, found: matching, items }, typed);
  const empty = found.isSearching
    ? "Searching…"
    : found.hasFailed
      ? "Users can’t be searched right now. Try again in a moment."
      : tenancyName === undefined
        ? `No results for “${typed}”. To find a user, open the tenancy first.`
        : (typed.includes("@")
            ? `No user, code or event of “${typed}” in ${tenancyName}. Check the spelling with the user.`
            : `No results for “${typed}” in ${tenancyName}. Try part of an email, a name or an id.`) +
          (found.mayBeErased ? " Erased users can’t be found by email or name." : "");
  return { groups: rankItems(all, text), empty, isSearching: found.isSearching };
}

/** The keys that the operator can choose to rotate. */
function useKeyMatches(tenancyId: string | undefined, isChoosing: boolean, text: string) {
  const { keys, isLoading } = useKeysToRotate(isChoosing ? tenancyId : undefined);
  const empty = isLoading ? "Loading keys…" : "No API key to rotate.";
  return { groups: rankItems(keys, text), empty, isSearching: false };
}

/** The search field and its results. */
export function PaletteSearch({
  onPick,
  onClose,
  ...props
}: PaletteProps & { onPick: (item: PaletteItem) => void; onClose: () => void }) {
  const [text, setText] = useState("");
  const [isChoosingKey, setChoosingKey] = useState(false);
  const matches = useMatches(props, text);
  const keyMatches = useKeyMatches(props.tenancyId, isChoosingKey, text);
  const { groups, empty, isSearching } = isChoosingKey ? keyMatches : matches;
  const { selected, hasFirst, select } = useSelection(groups, { text, isSearching });

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
      onValueChange={select}
      className="flex max-h-[70vh] flex-col"
    >
      <Command.Input
        value={text}
        onValueChange={setText}
        placeholder={
          isChoosingKey ? "Choose the API key to rotate" : "Search users, emails, pages and ids"
        }
        className={
          "min-h-14 w-full border-b border-line bg-transparent px-4 text-base outline-none " +
          "placeholder:text-quiet"
        }
      />
      <PaletteList {...{ groups, hasFirst, empty }} onPick={pick} />
      <PaletteFooter
        selection={
          groups.length === 0 ? "no-results" : selected === nothingSelected ? "none-yet" : "result"
        }
        onLeave={onClose}
      />
    </Command>
  );
}
