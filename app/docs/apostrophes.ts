/** Shows an apostrophe as the other pages do. Sources of the documentation have the typewriter's. */
export const withApostrophes = (text: string): string =>
  text.replace(/(?<=\p{L})'(?=\p{L}|[\s.,;:)])/gu, "’");
