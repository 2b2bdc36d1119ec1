import { timeOfId } from "@/lib/domain/audit/event-time";
import type { Scanned } from "./scan-events";

export const newestFirst = (a: { id: string }, b: { id: string }) => (a.id < b.id ? 1 : -1);

/**
 * Returns the page of entries that several reads found, newest first. Where one of them stopped
 * early, older entries of the others wait for the next page.
 */
export function cutPage<T extends { id: string }>(
  found: readonly T[],
  read: readonly Pick<Scanned<unknown>, "searchedTo">[],
  pageSize: number,
): { shown: T[]; next: string | null; searchedBackTo: number | null } {
  const ends = read.flatMap(({ searchedTo }) => (searchedTo === null ? [] : [searchedTo])).sort();
  const searchedTo = ends.at(-1) ?? null;
  const reached = found
    .filter(({ id }) => searchedTo === null || id >= searchedTo)
    .sort(newestFirst);
  const shown = reached.slice(0, pageSize);
  if (reached.length > pageSize)
    return { shown, next: shown.at(-1)?.id ?? null, searchedBackTo: null };
  return {
    shown,
    next: searchedTo,
    searchedBackTo: searchedTo === null ? null : timeOfId(searchedTo),
  };
}
