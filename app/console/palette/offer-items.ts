import type { PaletteItem } from "./palette-item";

interface Sources {
  /** What the operator last picked or opened, newest first. */
  recent: readonly PaletteItem[];
  /** The actions of the page. */
  ofPage: readonly PaletteItem[];
  /** What the tenancy has under the typed text. */
  found: readonly PaletteItem[];
  /** What the palette always has. */
  items: readonly PaletteItem[];
}

const contains = (item: PaletteItem, typed: string) =>
  `${item.label} ${item.hint ?? ""}`.toLowerCase().includes(typed.toLowerCase());

const sameAs = (item: PaletteItem) => item.id.replace(/^recent:/, "");

/**
 * Returns what the palette offers, in the order of equal matches: recent items, actions of the page,
 * and the rest. An item is listed once, and one that finds something to act on gives way to an action
 * of the page that does it.
 */
export function offerItems(
  { recent, ofPage, found, items }: Sources,
  typed: string,
): PaletteItem[] {
  // A user's label isn't matched by words: the server found it, or it contains the text.
  const matching = recent.filter((item) => item.score === undefined || contains(item, typed));
  const listed = new Set(matching.map(sameAs));
  const done = new Set(ofPage.map(({ does }) => does));
  const rest = [...found, ...items].filter(
    ({ id, does }) => !(typed !== "" && listed.has(id)) && !(does !== undefined && done.has(does)),
  );
  return [...matching, ...ofPage, ...rest];
}
