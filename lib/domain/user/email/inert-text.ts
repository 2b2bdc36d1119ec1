import { oneLine } from "@/lib/domain/base/one-line";

// The word joiner is invisible, and email clients don't link text that contains it.
const wordJoiner = "\u2060";

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text);
const breakMarks = (text: string) =>
  text.replace(/[.:/@](?=\S)/g, (mark) => `${mark}${wordJoiner}`);

// Characters that clients read as a dot, slash or colon, although NFKC keeps them (UTS #39
// confusables; U+3002 is a dot in UTS #46).
const lookalike = /^[\u3002\u2044\u2215\u29f8\u2571\u2236\ua789]$/;

/**
 * Adds the joiner after a character that stands for `.`, `:`, `/` or `@`. A ligature that contains
 * one is expanded first.
 */
function breakCharacter(character: string): string {
  const plain = character.normalize("NFKC");
  if (lookalike.test(character) || /^[.:/@\u3002]+$/.test(plain))
    return `${character}${wordJoiner}`;
  return /[.:/@]/.test(plain)
    ? plain.replace(/[.:/@]/g, (mark) => `${mark}${wordJoiner}`)
    : character;
}

// Five or more digits of any script, with what people write between those of a telephone number.
const telephoneNumber = /\p{Nd}(?:[\s().\p{Pd}/+\u2060]*\p{Nd}){4,}/gu;

const breakNumbers = (text: string) =>
  text.replace(telephoneNumber, (number) =>
    number.replace(/\p{Nd}(?!$)/gu, (digit) => `${digit}${wordJoiner}`),
  );

function breakLinks(line: string): string {
  if (isAscii(line)) return breakMarks(line);
  return Array.from(line, breakCharacter)
    .join("")
    .replace(/\u2060(?=\s|$)/g, "");
}

/**
 * Returns untrusted text as one line in which email clients find neither a link nor a telephone
 * number, full-width characters included.
 */
export const inertText = (given: string): string => breakNumbers(breakLinks(oneLine(given)));

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
