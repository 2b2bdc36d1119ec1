// Controls, line separators, and invisible characters that reorder or hide text. ZWJ and ZWNJ stay:
// names in some scripts need them.
const invisible = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;

/** Returns the text as one line, without invisible characters that reorder or break it. */
export const oneLine = (given: string) =>
  given.normalize("NFC").replace(invisible, " ").replace(/\s+/g, " ").trim();
