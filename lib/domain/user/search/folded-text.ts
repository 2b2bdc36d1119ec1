import { baseLetters, marks } from "@/lib/base-letters";

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

const pairs = Object.entries(baseLetters);
const single = pairs.filter(([, base]) => base.length === 1);
const double = pairs.filter(([, base]) => base.length > 1);
/** "ẞ" for "ß": JavaScript has no single capital of it. */
const capitalOf = (letter: string) => (letter === "ß" ? "ẞ" : letter.toUpperCase());
const letters = single.map(([letter]) => letter).join("");
const bases = single.map(([, base]) => base).join("");

/**
 * Builds an SQL expression: a text in lower case with base letters, so that "yilmaz" finds "Yılmaz" and
 * "strasse" finds "Straße". It is immutable, for indexes. An ASCII text skips the costly part. Needs a
 * database in UTF-8, which `keystead doctor` checks.
 * @param text an SQL expression, which is repeated
 */
export function foldedText(text: string): string {
  const bare = `regexp_replace(normalize(${text}, NFD), ${literal(marks)}, '', 'g')`;
  // With the locale C, `lower` knows ASCII only, so capitals are replaced, too.
  const [from, to] = [letters + letters.toUpperCase(), bases + bases];
  const folded = double
    .flatMap(([letter, base]) => [letter, capitalOf(letter)].map((one) => [one, base] as const))
    .reduce(
      (sql, [letter, base]) => `replace(${sql}, ${literal(letter)}, ${literal(base)})`,
      `translate(${bare}, ${literal(from)}, ${literal(to)})`,
    );
  return `CASE WHEN octet_length(${text}) = length(${text}) THEN lower(${text}) ELSE lower(${folded}) END`;
}
