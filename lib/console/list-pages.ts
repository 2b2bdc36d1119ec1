import { z } from "zod";
import { hrefOf, type SearchParams } from "./list-search";

const Seen = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

interface ListPages {
  /** Links; null if there is no such page. */
  first: string | null;
  next: string | null;
  /** The first and the last entry of this page, counted from 1; undefined if that isn't known. */
  range: { from: number; to: number } | undefined;
}

/**
 * Returns the links to other pages of a list, and which of its entries this page shows. Lists continue
 * after an entry and not at a number, so the link to the next page says how many entries came before:
 * the parameter `seen`, which is only shown.
 * @param list.search the list's search; `after` is the position of this page
 * @param list.next the position of the next page; null if this is the last
 * @param list.shown how many entries this page shows
 */
export function listPages(
  params: SearchParams,
  {
    path,
    search,
    next,
    shown,
  }: {
    path: string;
    search: Readonly<Record<string, string | undefined>>;
    next: string | null;
    shown: number;
  },
): ListPages {
  const isFirst = search["after"] === undefined;
  const before = isFirst ? 0 : Seen.safeParse(params["seen"]).data;
  const end = before === undefined ? undefined : before + shown;
  return {
    first: isFirst ? null : hrefOf(path, { ...search, after: undefined }),
    next: next === null ? null : hrefOf(path, { ...search, after: next, seen: end?.toString() }),
    range:
      before === undefined || end === undefined || shown === 0
        ? undefined
        : { from: before + 1, to: end },
  };
}
