import { markWords, type Run } from "./search-words";

const excerptLength = 160;
/** A match that begins later in its sentence would be cut off on a phone. */
const latestMatch = 70;
const textBeforeMatch = 40;

const lengthOf = (runs: readonly Run[]) =>
  runs.reduce((length, { text }) => length + text.length, 0);

/** Returns where the first match of a text begins, and how many of the typed words it has. */
function findMatches(text: string, typed: readonly string[]): { at: number; count: number } {
  const runs = markWords(text, typed);
  const first = runs.findIndex(({ isMatch }) => isMatch);
  const count = typed.filter((word) => markWords(text, [word]).some((run) => run.isMatch)).length;
  return { at: first === -1 ? 0 : lengthOf(runs.slice(0, first)), count };
}

/** Returns the first of some texts that has the most typed words. An introduction of code is the last choice. */
function bestOf(texts: readonly string[], typed: readonly string[]): string {
  const scored = texts.map((text) => {
    const { count } = findMatches(text, typed);
    return { text, score: count - (text.endsWith(":") ? 0.5 : 0) };
  });
  const best = Math.max(...scored.map(({ score }) => score));
  return scored.find(({ score }) => score === best)?.text ?? "";
}

const sentencesOf = (paragraph: string) => paragraph.split(/(?<=[.!?]["”)]?)\s+(?=[\p{Lu}“"(])/u);

/** Cuts a text at a word. */
function cut(text: string): string {
  if (text.length <= excerptLength) return text;
  return `${text.slice(0, text.lastIndexOf(" ", excerptLength)).replace(/[,;:.]$/, "")}…`;
}

/**
 * Returns the part of an entry's text that has most of the typed words. Lines of the text are its
 * paragraphs, list items and table rows. An excerpt is of one of them, and begins with a sentence
 * unless that is long.
 */
export function excerptOf(text: string, typed: readonly string[]): Run[] {
  // What follows, such as a code block, is no part of the text.
  const paragraph = bestOf(text.split("\n"), typed).replace(/(?:[:,]|(?<=[\p{L}\p{N}]))$/u, "…");
  const sentence = bestOf(sentencesOf(paragraph), typed);
  const isEarly = findMatches(paragraph, typed).at <= latestMatch;
  const shown = isEarly ? paragraph : paragraph.slice(paragraph.indexOf(sentence));
  const { at } = findMatches(shown, typed);
  const start = at <= latestMatch ? 0 : shown.lastIndexOf(" ", at - textBeforeMatch) + 1;
  return markWords((start > 0 ? "…" : "") + cut(shown.slice(start)), typed);
}
