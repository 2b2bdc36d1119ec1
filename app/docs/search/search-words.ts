/** Common words that say nothing about a topic. */
const stopWords = new Set(
  (
    "a about an and any are be can do does for from get has have how i if in is it make me my no " +
    "not of on or should that the their there they this to use was what when where " +
    "which who why will with you your"
  ).split(" "),
);

/** Words that readers type, and the documentation's words for them. */
const synonyms = new Map(
  Object.entries({
    "2fa": "step-up",
    "401": "forbidden",
    account: "user",
    admin: "operator owner",
    backend: "server",
    cli: "command",
    cost: "price",
    cookie: "session",
    cors: "origin",
    dashboard: "console",
    env: "environment",
    erase: "delete",
    fido: "passkey",
    forgot: "lost",
    gdpr: "personal",
    hook: "webhook",
    ios: "mobile",
    ip: "address",
    jwt: "token",
    last: "valid expires",
    login: "sign-in",
    logout: "sign-out session",
    mfa: "step-up",
    oauth: "hosted",
    oidc: "hosted",
    otp: "emailed code",
    pin: "code",
    phone: "sms",
    pricing: "price",
    quota: "limit",
    redirect: "hosted",
    remove: "delete",
    self: "registration",
    signin: "sign-in",
    signup: "registration",
    sso: "hosted",
    svelte: "frameworks",
    throttle: "limit",
    totp: "step-up",
    vue: "frameworks",
    webauthn: "passkey",
  }),
);

const wordPattern = /[\p{L}\p{N}]+/gu;
const withoutApostrophes = (text: string) => text.replace(/['’]/g, "");

const wordsOf = (text: string): string[] => withoutApostrophes(text).match(wordPattern) ?? [];

/** Splits `InvalidCode` into its parts. Other words have none. */
function partsOf(word: string): string[] {
  const parts = word.match(/\p{Lu}?[\p{Ll}\p{N}]+|\p{Lu}+(?!\p{Ll})/gu) ?? [];
  return parts.length > 1 ? parts : [];
}

/**
 * Whether a word is an id, key, time or date of an example. A search for one would find only examples.
 */
const isSample = (word: string) =>
  (word.length >= 20 && /\d/.test(word)) || /^\d{5,}$|^\d+T\d+$|^\d+Z$/.test(word);

/**
 * Returns the words of a field to index: `InvalidCode` as a whole, and its parts. Only a heading's
 * common words are found.
 */
export const wordsToIndex = (text: string, field?: string): string[] =>
  wordsOf(text)
    .filter((word) => !isSample(word))
    .filter((word) => field === "heading" || !stopWords.has(word.toLowerCase()))
    .flatMap((word) => [word, ...partsOf(word)]);

/** Returns the term of a word, in lower case and without a common ending. */
export const termOf = (word: string): string =>
  word.toLowerCase().replace(/^(.{3,}?)(?:ings?|ed|es|s|e)$/, "$1");

/** Returns a word with each two neighboring letters swapped, such as "sign" for "sgin". */
export function swapsOf(word: string): string[] {
  const letters = Array.from(word);
  return letters.slice(1).flatMap((letter, at) => {
    const before = letters[at] ?? "";
    if (letter === before) return [];
    return [[...letters.slice(0, at), letter, before, ...letters.slice(at + 2)].join("")];
  });
}

/** Returns the term of a whole search: its words' terms, such as "host pag" for "hosted pages". */
export const searchTermOf = (typed: string): string => wordsOf(typed).map(termOf).join(" ");

/** Returns the typed words with their synonyms. Stop words count only if nothing else is typed. */
export function wordsToFind(typed: string): { word: string; synonyms: string[] }[] {
  const words = wordsOf(typed.toLowerCase());
  const telling = words.filter((word) => !stopWords.has(word));
  return (telling.length > 0 ? telling : words).map((word) => ({
    word,
    synonyms: synonyms.get(word)?.split(" ") ?? [],
  }));
}

/** Returns the typed words to mark in results. */
export const wordsToMark = (typed: string): string[] => wordsToFind(typed).map(({ word }) => word);

export interface Run {
  text: string;
  isMatch: boolean;
}

/**
 * Returns how many letters of a word are marked: all if it is a typed word with another ending, else
 * its beginning that was typed.
 */
function markedLengthOf(word: string, typed: readonly string[]): number {
  const plain = withoutApostrophes(word).toLowerCase();
  if (typed.some((one) => termOf(one) === termOf(plain))) return word.length;
  const beginnings = typed.filter((one) => plain.startsWith(one));
  return Math.max(0, ...beginnings.map((one) => one.length));
}

function markWord(word: string, typed: readonly string[]): Run[] {
  const length = markedLengthOf(word, typed);
  const runs = [
    { text: word.slice(0, length), isMatch: true },
    { text: word.slice(length), isMatch: false },
  ];
  return runs.filter(({ text }) => text !== "");
}

/** Splits a text into runs. What was typed is a match at the beginning of a word or of its part. */
export function markWords(text: string, typed: readonly string[]): Run[] {
  return text.split(/([\p{L}\p{N}'’]+)/u).flatMap((run) => {
    if (markedLengthOf(run, typed) > 0) return markWord(run, typed);
    // The typed word can be a part of `InvalidCode`.
    const parts = run.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u);
    return parts.flatMap((part) => markWord(part, typed));
  });
}
