/** Returns a time in the reader's zone and the page's language. */
export const exactTime = (at: number | string): string =>
  new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: "medium",
    timeStyle: "short",
  }).format(new Date(at));
