const names = new Intl.DisplayNames("en", { type: "language" });

/** Returns a language's name in English, such as "German" for `de`. */
export const languageName = (tag: string): string => names.of(tag) ?? tag;
