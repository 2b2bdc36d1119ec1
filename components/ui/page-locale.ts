/**
 * Returns the locale of dates and times on pages that are written in English: the reader's own if it is
 * English. Others get British formats, so that no page mixes languages: “25 Nov 2026, 14:05”.
 */
export const englishFor = (language: string): string =>
  /^en(-|$)/i.test(language) ? language : "en-GB";

/** Of this browser. The server's texts don't depend on it: they are in UTC. */
export const pageLocale = typeof window === "undefined" ? "en" : englishFor(navigator.language);
