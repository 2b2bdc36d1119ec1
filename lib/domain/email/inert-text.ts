// Controls, line separators, and the invisible marks that turn or hide text; ZWJ and ZWNJ belong to
// some scripts' names.
const unseen = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;

/** One line of what it says, without anything invisible that could reorder or break it. */
export const oneLine = (given: string) =>
  given.normalize("NFC").replace(unseen, " ").replace(/\s+/g, " ").trim();

// A word joiner is invisible and ends what mail programs would otherwise make a link of.
const wordJoiner = "\u2060";

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text);
const breakMarks = (text: string) =>
  text.replace(/[.:/@](?=\S)/g, (mark) => `${mark}${wordJoiner}`);

// What programs read as a dot, slash or colon although NFKC keeps it (UTS #39 confusables; U+3002
// is a dot in UTS #46).
const lookalike = /^[\u3002\u2044\u2215\u29f8\u2571\u2236\ua789]$/;

/**
 * Adds the joiner behind a character that stands for `.`, `:`, `/` or `@`; one that has it amid
 * letters is spelled out.
 */
function breakCharacter(character: string): string {
  const plain = character.normalize("NFKC");
  if (lookalike.test(character) || /^[.:/@\u3002]+$/.test(plain))
    return `${character}${wordJoiner}`;
  return /[.:/@]/.test(plain)
    ? plain.replace(/[.:/@]/g, (mark) => `${mark}${wordJoiner}`)
    : character;
}

/**
 * A stranger's text on one line, without anything that a mail program turns into a link, full-width
 * characters included.
 */
export function inertText(given: string): string {
  const line = oneLine(given);
  if (isAscii(line)) return breakMarks(line);
  return Array.from(line, breakCharacter)
    .join("")
    .replace(/\u2060(?=\s|$)/g, "");
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
