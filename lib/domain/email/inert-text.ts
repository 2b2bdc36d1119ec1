// Controls, line separators, and the invisible marks that turn or hide text; ZWJ and ZWNJ belong to some scripts' names.
const unseen = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;

/** One line of what it says, without anything invisible that could reorder or break it. */
export const oneLine = (given: string) => given.normalize("NFC").replace(unseen, " ").replace(/\s+/g, " ").trim();

// A word joiner is invisible and ends what mail programs would otherwise make a link of.
const wordJoiner = "\u2060";

/** Text of a stranger's that stays text in a mail: one line, and no address or link in it. */
export const inertText = (given: string) => oneLine(given).replace(/[.:/@](?=\S)/g, (mark) => `${mark}${wordJoiner}`);

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
