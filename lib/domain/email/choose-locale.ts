import templates from "./templates.generated.json";

/** The languages that have email templates, as BCP 47 tags. */
export const locales: readonly string[] = Object.keys(templates);

function match(tag: string): string | undefined {
  const parts = tag.toLowerCase().split("-");
  for (let length = parts.length; length > 0; length--) {
    const prefix = parts.slice(0, length).join("-");
    const found = locales.find((locale) => locale.toLowerCase() === prefix);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns the first preferred language that has templates, else the tenancy's, else English
 * (lookup, RFC 4647 §3.4).
 */
export const chooseLocaleAmong = (preferred: readonly string[], ofTenancy: string): string =>
  [...preferred, ofTenancy].map(match).find((found) => found !== undefined) ?? "en";

/** Returns the language of an email. */
export const chooseLocale = (preferred: string | undefined, ofTenancy: string): string =>
  chooseLocaleAmong(preferred === undefined ? [] : [preferred], ofTenancy);
