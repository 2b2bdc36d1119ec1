import { parseAccept } from "hono/utils/accept";
import de from "./locales/de.json";
import en from "./locales/en.json";
import es from "./locales/es.json";
import fr from "./locales/fr.json";

/** All texts of one language. A missing text fails the type check and copy.test.ts. */
export type Copy = typeof en;

export const copies: Record<string, Copy> = { en, de, fr, es };

export const copyOf = (locale: string): Copy => copies[locale] ?? en;

/** Replaces each `{{name}}`. Inserted values are not expanded again. */
export const fill = (template: string, values: Record<string, string>): string =>
  template.replace(/\{\{(\w+)\}\}/g, (all, name: string) => values[name] ?? all);

/** Returns the languages of an Accept-Language header by descending quality (RFC 9110 §12.5.4). */
export const readLanguages = (header: string | null): string[] =>
  parseAccept((header ?? "").slice(0, 512))
    .filter(({ type, q }) => type !== "*" && q > 0)
    .map(({ type }) => type);
