import { toBaseLetters } from "@/lib/base-letters";
import { limits } from "@/lib/limits";

/** Characters that have trigrams in every database: ASCII letters, digits and replaced punctuation. */
const asciiTrigram = /[a-z0-9@.\-_+'%\\]{3}/i;
const anyTrigram = /[\p{L}\p{N}@.\-_+'%\\]{3}/u;

const shortestPart = 3;
const mostIndexedWords = 3;

export interface SearchWords {
  /** Each is a part of the text; [] if no word is long enough, and then only prefixes match. */
  parts: string[];
  /** The longest words that the index can find. */
  indexed: string[];
  /** The indexed words have no trigram in a database with the locale C. */
  needsLocale: boolean;
}

/** Splits a search text at spaces. Each word may match anywhere, in any order. */
export function searchWordsOf(text: string): SearchWords {
  const words = [...new Set(text.split(/\s+/))];
  const longest = words
    .filter((word) => [...word].length >= shortestPart)
    .toSorted((a, b) => b.length - a.length);
  const ascii = longest.filter((word) => asciiTrigram.test(toBaseLetters(word)));
  const indexed = ascii.length > 0 ? ascii : longest.filter((word) => anyTrigram.test(word));
  return {
    parts: longest.length === 0 ? [] : words,
    indexed: indexed.slice(0, mostIndexedWords),
    needsLocale: ascii.length === 0,
  };
}

/** Removes what PostgreSQL can't store or no email and no name contains. */
export const cleanSearchText = (text: string): string =>
  text.replaceAll("\0", "").toWellFormed().normalize("NFC").trim().slice(0, limits.emailOctets);
