import { baseLetters, marks } from "@/lib/base-letters";
import { Prisma } from "@/prisma/generated/client";

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

const name = "User_folded_search_idx";

/** What a search reads of a user. `u` is the prefix of the columns. */
const textOf = (u: string) =>
  foldedText(`(${u}"email" || ' ' || ${u}"givenName" || ' ' || ${u}"familyName")`);

/**
 * Replaces punctuation by rare letters, because pg_trgm skips it and "7@e" would have no trigram.
 * Replaces the wildcards of LIKE, too.
 */
const withLetters = (text: string) => String.raw`translate(${text}, '@.-_+''%\', 'qxzjkvwy')`;

/**
 * The index of user searches. It is no migration, because a database may lack the extensions. The
 * short pending list keeps searches fast after many inserts. Releases up to 0.2.0 search by
 * `User_search_idx`, which stays until none of them runs beside this one.
 */
export const userSearchIndex = {
  name,
  extensions: ["pg_trgm", "btree_gin"],
  table: "User",
  definition: `USING gin ("tenancyId", ${withLetters(textOf(""))} gin_trgm_ops)
    WITH (gin_pending_list_limit = 256)`,
};

/** A trigram that more of the sampled users have is frequent. */
const sampleRows = 100;
const mostSampled = 30;

export const searchedText = Prisma.raw(textOf("u."));

/** The searched text with letters in place of punctuation, as the index has it. */
const lettersOf = (text: string) => Prisma.raw(withLetters(text));

/**
 * CTE `patterns`: one pattern per word, for `hasIndexedWord`. The index reads all entries of each
 * trigram, so a pattern leaves out trigrams that most users have, such as "com". A sample of the CTE
 * `latest` tells which. Only the least frequent ones are left if all are frequent.
 * @param needsLocale whether trigrams with other letters than ASCII count
 */
export function indexPatterns(words: readonly string[], needsLocale: boolean): Prisma.Sql {
  const isIndexed = needsLocale ? Prisma.sql`TRUE` : Prisma.sql`g."trigram" ~ '^[a-z0-9]{3}$'`;
  return Prisma.sql`
    sample AS MATERIALIZED (
      SELECT ${lettersOf('"text"')} AS "text" FROM latest LIMIT ${sampleRows}
    ), words AS MATERIALIZED (
      SELECT w."number", ${lettersOf(foldedText('w."word"'))} AS "word"
      FROM unnest(${[...words]}::text[]) WITH ORDINALITY AS w("word", "number")
    ), trigrams AS MATERIALIZED (
      SELECT g."number", g."at",
        (SELECT count(*) FROM sample s WHERE strpos(s."text", g."trigram") > 0) AS "users"
      FROM (
        SELECT w."number", a AS "at", substr(w."word", a, 3) AS "trigram"
        FROM words w, generate_series(1, length(w."word") - 2) a
      ) g
      WHERE ${isIndexed}
    ), patterns AS MATERIALIZED (
      SELECT w."number", '%' || (
        SELECT string_agg(
          CASE WHEN EXISTS (
            SELECT FROM trigrams t WHERE t."number" = w."number" AND c BETWEEN t."at" AND t."at" + 2
              AND t."users" <= GREATEST(${mostSampled}, (
                SELECT min(o."users") FROM trigrams o WHERE o."number" = w."number"))
          ) THEN substr(w."word", c, 1) ELSE '%' END, '' ORDER BY c)
        FROM generate_series(1, length(w."word")) c
      ) || '%' AS "pattern"
      FROM words w
    )`;
}

/**
 * Builds a condition on `u` that the index answers. It also matches users without the word, because
 * letters stand for punctuation and the pattern leaves out letters.
 * @param number of the word in `patterns`, from 1
 */
export const hasIndexedWord = (number: number): Prisma.Sql => Prisma.sql`
  ${lettersOf(textOf("u."))} LIKE (SELECT p."pattern" FROM patterns p WHERE p."number" = ${number})`;

/** Whether the index exists and is complete. */
export const isIndexValid = Prisma.sql`COALESCE((
  SELECT i."indisvalid" FROM pg_index i WHERE i."indexrelid" = to_regclass('"${Prisma.raw(name)}"')), false)`;

/** With this locale, pg_trgm knows no letters but ASCII. */
export const isLocaleC = Prisma.sql`
  (SELECT d."datctype" IN ('C', 'POSIX') FROM pg_database d WHERE d."datname" = current_database())`;
