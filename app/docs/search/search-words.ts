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
    account: "user",
    admin: "operator owner",
    backend: "server",
    cli: "command",
    cost: "price",
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
    otp: "mailbox code",
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

/** Returns the words of a text to index: `InvalidCode` as a whole, and its parts. */
export const wordsToIndex = (text: string): string[] =>
  wordsOf(text).flatMap((word) => [word, ...partsOf(word)]);

/** Returns the term of a word, in lower case and without a common ending. */
export const termOf = (word: string): string =>
  word.toLowerCase().replace(/^(.{3,}?)(?:ings?|ed|es|s|e)$/, "$1");

/** Returns the typed words with their synonyms. Stop words count only if nothing else is typed. */
export function wordsToFind(typed: string): { word: string; synonyms: string[] }[] {
  const words = wordsOf(typed.toLowerCase());
  const telling = words.filter((word) => !stopWords.has(word));
  return (telling.length > 0 ? telling : words).map((word) => ({
    word,
    synonyms: synonyms.get(word)?.split(" ") ?? [],
  }));
}

interface Run {
  text: string;
  isMatch: boolean;
}

/** Splits a text into runs. Words with one of the terms are matches. */
export function markWords(text: string, terms: ReadonlySet<string>): Run[] {
  return text.split(/([\p{L}\p{N}'’]+)/u).flatMap((run) => {
    const isMatch = wordsToIndex(run).some((word) => terms.has(termOf(word)));
    return run === "" ? [] : [{ text: run, isMatch }];
  });
}

const snippetLength = 150;

/** Returns the part of a text around its first match. */
export function snippetOf(text: string, terms: ReadonlySet<string>): Run[] {
  const runs = markWords(text, terms);
  const first = Math.max(
    0,
    runs.findIndex(({ isMatch }) => isMatch),
  );
  const before = runs
    .slice(0, first)
    .map((run) => run.text)
    .join("");
  const start =
    before.length < snippetLength / 2 ? 0 : before.lastIndexOf(" ", before.length - 40) + 1;
  const shown = text.slice(start, start + snippetLength);
  const end = start + snippetLength < text.length ? shown.lastIndexOf(" ") : shown.length;
  const ellipsis = { text: "…", isMatch: false };
  return [
    ...(start > 0 ? [ellipsis] : []),
    ...markWords(shown.slice(0, end), terms),
    ...(end < shown.length || start + snippetLength < text.length ? [ellipsis] : []),
  ];
}
