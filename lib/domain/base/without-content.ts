const charactersRead = 3_000;
const charactersKept = 300;

const uuid = String.raw`\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b`;
const uuidOrCode = new RegExp(String.raw`(${uuid})|\d{6,}`, "g");

/**
 * Returns a provider's words without an email's content, which they may quote: addresses and codes
 * are removed, and so are control characters, because PostgreSQL rejects NUL. A UUID stays: it is the
 * provider's id.
 */
export const withoutContent = (words: string): string =>
  words
    .slice(0, charactersRead)
    .replace(/\p{Cc}+/gu, " ")
    .replace(/\S+@\S+/g, "…")
    .replace(uuidOrCode, (_digits, id?: string) => id ?? "…")
    .trim()
    .slice(0, charactersKept);
