import { badRequest } from "@/lib/errors";
import templates from "./email-templates.generated.json";

/** The languages that have email templates, as BCP 47 tags. */
export const locales: readonly string[] = Object.keys(templates);

// The most specific tag first.
const bySpecificity = [...locales].sort((a, b) => b.length - a.length);

/** Finds the most specific locale that equals the tag or starts it. A tag can be as long as a URL. */
const match = (tag: string): string | undefined =>
  bySpecificity.find((locale) => `${tag}-`.toLowerCase().startsWith(`${locale}-`.toLowerCase()));

/**
 * Returns the first preferred language that has templates, else the tenancy's, else English
 * (lookup, RFC 4647 §3.4).
 */
export const chooseLocaleAmong = (preferred: readonly string[], ofTenancy: string): string =>
  [...preferred, ofTenancy].map(match).find((found) => found !== undefined) ?? "en";

/** Returns the language of an email. */
export const chooseLocale = (preferred: string | undefined, ofTenancy: string): string =>
  chooseLocaleAmong(preferred === undefined ? [] : [preferred], ofTenancy);

/** @throws BadRequest (locale) for a language without templates */
export function requireLocale(locale: string): void {
  if (!locales.includes(locale)) throw badRequest("locale", `must be one of ${locales.join(", ")}`);
}
