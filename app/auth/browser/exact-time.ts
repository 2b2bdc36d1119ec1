const format = (at: number | string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(document.documentElement.lang, options).format(new Date(at));

/** Returns a time in the reader's zone and the page's language. */
export const exactTime = (at: number | string): string =>
  format(at, { dateStyle: "medium", timeStyle: "short" });

/** Returns its day. */
export const dayOf = (at: number | string): string => format(at, { dateStyle: "medium" });
