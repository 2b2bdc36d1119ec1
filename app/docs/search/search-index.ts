import MiniSearch, {
  type AsPlainObject,
  type Options,
  type Query,
  type SearchResult,
} from "minisearch";
import { withApostrophes } from "@/app/docs/apostrophes";
import { packPostings, unpackPostings } from "./pack-postings";
import { searchTermOf, swapsOf, termOf, wordsToFind, wordsToIndex } from "./search-words";

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
  /** Lines: what readers type who look for it, as a whole. */
  searches: string;
  code: string;
}

const options: Options<SearchEntry> = {
  idField: "href",
  fields: ["heading", "page", "keywords", "text", "code", "searches"],
  // Not `href`: the index has it as the id.
  storeFields: ["kind", "page", "heading", "text"],
  tokenize: (text, field) =>
    field === "searches"
      ? text.split("\n").filter((search) => search !== "")
      : wordsToIndex(text, field),
  processTerm: (term, field) => (field === "searches" ? searchTermOf(term) : termOf(term)),
};

const maxResults = 20;
const leastFuzzyLength = 5;

const splitWords = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** One typing mistake counts, in a word that is long enough to be recognized. */
const fuzzyOf = (term: string) => (term.length < leastFuzzyLength ? false : 1);

const searchOptions = {
  fields: ["heading", "page", "keywords", "text", "code"],
  boost: { heading: 6, keywords: 10, page: 2, code: 0.5 },
  prefix: true,
  fuzzy: fuzzyOf,
  weights: { prefix: 0.5, fuzzy: 0.2 },
  tokenize: splitWords,
};

/** Most words that begin with two or three typed letters are about another topic. */
const shortWord = { maxLength: 3, weights: { prefix: 0.05, fuzzy: 0 } };

/** Returns how much an endpoint or an entry of another kind counts. */
function boostOf(href: string, typed: string): number {
  // A legacy endpoint has the words of its successor.
  if (href.includes("/legacy-")) return 0.3;
  // A reader who types one plain word wants to read about it before calling it.
  const isPlainWord = /^\s*[\p{Ll}-]+\s*$/u.test(typed);
  return isPlainWord && /^\/docs\/api\/[^#]+#/.test(href) ? 0.3 : 1;
}

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

function toShown(result: SearchResult): ShownEntry {
  const entry = { ...result, href: result.id as unknown } as unknown as ShownEntry;
  return { ...entry, text: withApostrophes(entry.text) };
}

/** Returns 2 if the typed text is the name of an error, a variable or a setting, 1 in other case. */
function exactnessOf({ kind, heading }: ShownEntry, typed: string): number {
  const isName = kind === "Configuration" && /^([A-Z\d_]+|[a-z\d-]+)$/.test(heading);
  if (kind !== "Error" && !isName) return 0;
  const name = typed.trim().replace(/^--|^@error\//, "");
  if (heading === name) return 2;
  return heading.toLowerCase() === name.toLowerCase() ? 1 : 0;
}

/** Returns a query of a typed word, its synonyms, and the word with two letters swapped back. */
function queryOfWord({ word, synonyms }: { word: string; synonyms: string[] }): Query {
  const swaps = word.length < leastFuzzyLength ? [] : swapsOf(word);
  return {
    combineWith: "OR",
    ...(word.length > shortWord.maxLength ? {} : { weights: shortWord.weights }),
    queries: [
      word,
      ...synonyms,
      { combineWith: "OR", queries: swaps, prefix: false, fuzzy: false },
    ],
  };
}

/** Returns a query of the entries that name the whole typed text as a search of theirs. */
const queryOfSearch = (typed: string): Query => ({
  combineWith: "OR",
  queries: [
    searchTermOf(typed),
    { combineWith: "OR", queries: swapsOf(typed).map(searchTermOf), fuzzy: false },
  ],
  fields: ["searches"],
  boost: { searches: 100 },
  prefix: false,
  tokenize: (text) => [text],
  processTerm: (term) => term,
});

/**
 * Finds the sections that match all typed words, best first. If there are none, finds those that
 * match some of the words.
 */
export function findEntries(index: SearchIndex, typed: string): ShownEntry[] {
  const words = wordsToFind(typed).map(queryOfWord);
  if (words.length === 0) return [];
  const search = (combineWith: "AND" | "OR") =>
    index.search(
      { combineWith: "OR", queries: [{ combineWith, queries: words }, queryOfSearch(typed)] },
      { ...searchOptions, boostDocument: (href: string) => boostOf(href, typed) },
    );
  const all = search("AND");
  const found = all.length > 0 ? all : search("OR");
  return found
    .map(toShown)
    .sort((one, other) => exactnessOf(other, typed) - exactnessOf(one, typed))
    .slice(0, maxResults);
}
