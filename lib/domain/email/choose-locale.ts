import templates from "./templates.generated.json";

const spoken = new Set(Object.keys(templates));

/** The languages that mails are written in, as tags. */
export const locales: readonly string[] = [...spoken];

function match(tag: string): string | undefined {
  const parts = tag.toLowerCase().split("-");
  for (let length = parts.length; length > 0; length--) {
    const wanted = parts.slice(0, length).join("-");
    const found = locales.find((locale) => locale.toLowerCase() === wanted);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The first of the asked languages that we speak, else the tenancy's, else English (BCP 47 look-up,
 * RFC 4647 §3.4).
 */
export const chooseLocaleAmong = (asked: readonly string[], ofTenancy: string): string =>
  [...asked, ofTenancy].map(match).find((found) => found !== undefined) ?? "en";

/** The language of a mail. */
export const chooseLocale = (asked: string | undefined, ofTenancy: string): string =>
  chooseLocaleAmong(asked === undefined ? [] : [asked], ofTenancy);
