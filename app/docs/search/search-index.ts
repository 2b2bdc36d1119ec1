import MiniSearch, { type AsPlainObject, type Options, type SearchResult } from "minisearch";
import { packPostings, unpackPostings } from "./pack-postings";
import { termOf, wordsToFind, wordsToIndex } from "./search-words";

type EntryKind = "Guide" | "Endpoint" | "Error" | "Configuration" | "Reference" | "Question";

/** What a result shows. */
export interface ShownEntry {
  href: string;
  kind: EntryKind;
  /** Title of its page. */
  page: string;
  heading: string;
  text: string;
}

/** A section of the documentation. */
export interface SearchEntry extends ShownEntry {
  /** More words that find it. */
  keywords: string;
  code: string;
}

const options: Options<SearchEntry> = {
  idField: "href",
  fields: ["heading", "page", "keywords", "text", "code"],
  // Not `href`: the index has it as the id.
  storeFields: ["kind", "page", "heading", "text"],
  tokenize: wordsToIndex,
  processTerm: termOf,
};

const maxResults = 20;
const leastFuzzyLength = 5;

const searchOptions = {
  boost: { heading: 6, keywords: 10, page: 2, code: 0.5 },
  prefix: true,
  fuzzy: (term: string) => (term.length < leastFuzzyLength ? false : 0.2),
  weights: { prefix: 0.5, fuzzy: 0.2 },
  // A legacy endpoint has the words of its successor.
  boostDocument: (href: string) => (href.includes("/legacy-") ? 0.3 : 1),
  tokenize: (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [],
};

/** Builds the index, as JSON for `loadIndex`. */
export function buildIndex(entries: readonly SearchEntry[]): string {
  const index = new MiniSearch(options);
  index.addAll(entries);
  const plain = index.toJSON();
  return JSON.stringify({ ...plain, index: packPostings(plain.index) });
}

export type SearchIndex = MiniSearch<SearchEntry>;

export function loadIndex(json: string): SearchIndex {
  const packed = JSON.parse(json) as Omit<AsPlainObject, "index"> & { index: string };
  return MiniSearch.loadJS({ ...packed, index: unpackPostings(packed.index) }, options);
}

const toShown = (result: SearchResult) =>
  ({ ...result, href: result.id as unknown }) as unknown as ShownEntry;

/** Returns 2 if the typed text is the name of an error, a variable or a setting, 1 in other case. */
function exactnessOf({ kind, heading }: ShownEntry, typed: string): number {
  if (kind !== "Error" && kind !== "Configuration") return 0;
  const name = typed.trim().replace(/^--|^@error\//, "");
  if (heading === name) return 2;
  return heading.toLowerCase() === name.toLowerCase() ? 1 : 0;
}

/**
 * Finds the sections that match all typed words, best first. If there are none, finds those that
 * match some of the words.
 */
export function findEntries(index: SearchIndex, typed: string): ShownEntry[] {
  const queries = wordsToFind(typed).map(({ word, synonyms }) => ({
    combineWith: "OR" as const,
    queries: [word, ...synonyms],
  }));
  if (queries.length === 0) return [];
  const all = index.search({ combineWith: "AND", queries }, searchOptions);
  const found = all.length > 0 ? all : index.search({ combineWith: "OR", queries }, searchOptions);
  return found
    .map(toShown)
    .sort((one, other) => exactnessOf(other, typed) - exactnessOf(one, typed))
    .slice(0, maxResults);
}
