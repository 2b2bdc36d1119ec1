import { Prisma } from "@/prisma/generated/client";

const name = "User_search_idx";

/** What a search reads of a user, in lower case. `u` is the prefix of the columns. */
const textOf = (u: string) =>
  `lower(${u}"email" || ' ' || ${u}"givenName" || ' ' || ${u}"familyName")`;

/**
 * Replaces punctuation by rare letters, because pg_trgm skips it and "7@e" would have no trigram.
 * Replaces the wildcards of LIKE, too.
 */
const withLetters = (text: string) => String.raw`translate(${text}, '@.-_+''%\', 'qxzjkvwy')`;

/**
 * The index of user searches. It is no migration, because a database may lack the extensions. The
 * short pending list keeps searches fast after many inserts.
 */
export const userSearchIndex = {
  name,
  extensions: ["pg_trgm", "btree_gin"],
  table: "User",
  definition: `USING gin ("tenancyId", ${withLetters(textOf(""))} gin_trgm_ops)
    WITH (gin_pending_list_limit = 256)`,
};

export const searchedText = Prisma.raw(textOf("u."));

/**
 * Builds a condition on `u` that the index answers. It also matches a few users without the word,
 * because letters stand for punctuation.
 */
export function hasIndexedWord(word: string): Prisma.Sql {
  const [before = "", after = ""] = withLetters("lower(?)").split("?");
  return Prisma.sql`${Prisma.raw(withLetters(textOf("u.")))}
    LIKE '%' || ${Prisma.raw(before)}${word}::text${Prisma.raw(after)} || '%'`;
}

/** Whether the index exists and is complete. */
export const isIndexValid = Prisma.sql`COALESCE((
  SELECT i."indisvalid" FROM pg_index i WHERE i."indexrelid" = to_regclass('"${Prisma.raw(name)}"')), false)`;

/** With this locale, pg_trgm knows no letters but ASCII. */
export const isLocaleC = Prisma.sql`
  (SELECT d."datctype" IN ('C', 'POSIX') FROM pg_database d WHERE d."datname" = current_database())`;
