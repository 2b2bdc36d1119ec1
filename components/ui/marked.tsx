import { Fragment } from "react";
import { baseLetters, marks, toBaseLetters } from "@/lib/base-letters";

/** The other letters of each base letter or pair, such as "ı" of "i". */
const othersOf = (base: string) =>
  Object.keys(baseLetters).filter((letter) => baseLetters[letter] === base);
const escaped = (letter: string) => letter.replace(/[.*+?^${}()|[\]\\]/, "\\$&");
const withMarks = (letters: string) =>
  Array.from(letters, (letter) => `${escaped(letter)}${marks}*`).join("");

/** A pattern that finds a word in a decomposed text, as the search did. */
const patternOf = (word: string): string =>
  (toBaseLetters(word).match(/ss|ae|oe|th|./gu) ?? [])
    .map((base) => `(?:${[base, ...othersOf(base)].map(withMarks).join("|")})`)
    .join("");

/** Splits a text around the words of a search. Parts with an odd index match. */
export function splitMatches(text: string, search: string | undefined): string[] {
  const words = (search ?? "").split(/\s+/).toSorted((a, b) => b.length - a.length);
  const patterns = words.map(patternOf).filter((pattern) => pattern !== "");
  if (patterns.length === 0) return [text];
  return text
    .normalize("NFD")
    .split(new RegExp(`(${patterns.join("|")})`, "iu"))
    .map((part) => part.normalize("NFC"));
}

/** A text whose matches with a search are marked. */
export function Marked({ text, search }: { text: string; search: string | undefined }) {
  return splitMatches(text, search).map((part, index) =>
    index % 2 === 1 ? (
      <mark key={index} className="rounded-xs bg-mark text-ink">
        {part}
      </mark>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
