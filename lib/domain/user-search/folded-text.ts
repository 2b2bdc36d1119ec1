import { baseLetters, marks } from "@/lib/base-letters";

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

const pairs = Object.entries(baseLetters);
const single = pairs.filter(([, base]) => base.length === 1);
const double = pairs.filter(([, base]) => base.length > 1);
const letters = single.map(([letter]) => letter).join("");
const bases = single.map(([, base]) => base).join("");

/**
 * Builds an SQL expression: a text in lower case with base letters, so that "yilmaz" finds "Yılmaz" and
 * "strasse" finds "Straße". It is immutable, for indexes. An ASCII text skips the costly part. So does
 * every text in a database that isn't UTF-8, which PostgreSQL can't normalize.
 * @param text an SQL expression, which is repeated
 */
export function foldedText(text: string): string {
  const bare = `regexp_replace(normalize(${text}, NFD), ${literal(marks)}, '', 'g')`;
  // With the locale C, `lower` knows ASCII only.
  const [from, to] = [letters + letters.toUpperCase(), bases + bases];
  const folded = double.reduce(
    (sql, [letter, base]) => `replace(${sql}, ${literal(letter)}, ${literal(base)})`,
    `lower(translate(${bare}, ${literal(from)}, ${literal(to)}))`,
  );
  return `CASE WHEN octet_length(${text}) = length(${text}) THEN lower(${text}) ELSE ${folded} END`;
}
