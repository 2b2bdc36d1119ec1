import { defaultFilter } from "cmdk";
import type { PaletteGroup, PaletteItem } from "./palette-item";

/** Weaker matches share a few letters by accident. */
const leastScore = 0.016;
const leastCodeLength = 4;
/** Of a typed word that starts one. Letters that are spread over a label score less. */
const leastStartScore = 0.7;
/** They say nothing about a page. */
const questionWords = new Set(["how", "what", "where", "why"]);

/** In lower case and without apostrophes, which phones type in another form, or which are left out. */
const plain = (text: string) => text.toLowerCase().replace(/['’]/g, "");

const isOneOf = (words: string, text: string) => words.split(/[\s:]+/).includes(text);

const startsOneOf = (words: string, text: string) =>
  words.split(/[\s:]+/).some((word) => word.startsWith(text));

/** Scores letters that are spread over a word, best in a short label, else over several words. */
function scoreLetters(label: string, text: string): number {
  const inOneWord = Math.max(...label.split(/[\s:]+/).map((word) => defaultFilter(word, text)));
  if (inOneWord >= leastScore) return 0.3 + 0.3 * inOneWord * (text.length / label.length);
  const inSeveral = defaultFilter(label, text);
  return inSeveral >= leastScore ? 0.3 * inSeveral : 0;
}

/** Scores a typed word that starts one. */
function scoreStart(label: string, words: string, text: string): number {
  if (startsOneOf(label, text)) return isOneOf(label, text) ? 0.92 : 0.9;
  return startsOneOf(words, text) ? leastStartScore : 0;
}

/** Scores one typed word. */
const scoreWord = (label: string, words: string, text: string): number =>
  scoreStart(label, words, text) || scoreLetters(label, text);

const hasWord = ({ label, words = "" }: PaletteItem, word: string) =>
  word === "" ||
  plain(`${label} ${words}`)
    .split(/[\s:]+/)
    .includes(word);

/** Returns how well an item matches, from 0 to 1. Every typed word must match; no text matches all. */
function scoreItem(item: PaletteItem, typed: string): number {
  const text = plain(typed.trim());
  if (text === "") return 1;
  if (item.score !== undefined) return item.score;
  const label = plain(item.label);
  if (text.length >= leastCodeLength && item.code?.includes(text) === true) return 1;
  const words = text.split(/\s+/);
  if (item.caution !== undefined) return words.every((word) => hasWord(item, word)) ? 1 : 0;
  if (label.startsWith(text)) return 1;
  const phrase = words.join("_");
  if (words.length > 1 && startsOneOf(plain(item.words ?? ""), phrase)) return 0.7;
  const telling = words.filter((word) => !questionWords.has(word));
  const score = item.group === "This page" ? scoreStart : scoreWord;
  return Math.min(
    ...(telling.length > 0 ? telling : words).map((word) =>
      score(label, plain(item.words ?? ""), word),
    ),
  );
}

export interface RankedGroup {
  group: PaletteGroup;
  /** How well its best item matches. */
  score: number;
  items: readonly PaletteItem[];
}

const leavesLast = ({ caution }: PaletteItem) => Number(caution === "leaves");

/**
 * Returns the matching items in groups. The best match is first, and so is its group. What leaves
 * the tenancy is last, once anything is typed. Letters that are spread over a label count only if
 * no item begins with what was typed.
 */
export function rankItems(items: readonly PaletteItem[], typed: string): RankedGroup[] {
  const scored = items.map((item) => ({ item, score: scoreItem(item, typed) }));
  const isSpelled = scored.some(({ score }) => score >= leastStartScore);
  const ranked = scored
    .filter(
      ({ item, score }) =>
        score > 0 && (!isSpelled || score >= leastStartScore || item.score !== undefined),
    )
    .sort(
      (one, other) =>
        (typed.trim() === "" ? 0 : leavesLast(one.item) - leavesLast(other.item)) ||
        other.score - one.score,
    );
  return [...new Set(ranked.map(({ item }) => item.group))].map((group) => {
    const ofGroup = ranked.filter(({ item }) => item.group === group);
    return { group, score: ofGroup[0]?.score ?? 0, items: ofGroup.map(({ item }) => item) };
  });
}
