import { toBaseLetters } from "@/lib/base-letters";
import { parseEmail } from "@/lib/domain/base/email-address";
import { escapePattern } from "@/lib/domain/base/escape-pattern";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { endOf, prefixMatches } from "./prefix-matches";
import {
  foldedText,
  hasIndexedWord,
  indexPatterns,
  isIndexValid,
  isLocaleC,
  searchedText,
} from "./search-index";

/** Characters that have trigrams in every database: ASCII letters, digits and replaced punctuation. */
const asciiTrigram = /[a-z0-9@.\-_+'%\\]{3}/i;
const anyTrigram = /[\p{L}\p{N}@.\-_+'%\\]{3}/u;

const shortestPart = 3;
const mostIndexedWords = 3;

interface SearchWords {
  /** Each is a part of the text; [] if no word is long enough, and then only prefixes match. */
  parts: string[];
  /** The longest words that the index can find. */
  indexed: string[];
  /** The indexed words have no trigram in a database with the locale C. */
  needsLocale: boolean;
}

/** Splits a search text at spaces. Each word may match anywhere, in any order. */
export function searchWordsOf(text: string): SearchWords {
  const words = [...new Set(text.split(/\s+/))];
  const longest = words
    .filter((word) => [...word].length >= shortestPart)
    .toSorted((a, b) => b.length - a.length);
  const ascii = longest.filter((word) => asciiTrigram.test(toBaseLetters(word)));
  const indexed = ascii.length > 0 ? ascii : longest.filter((word) => anyTrigram.test(word));
  return {
    parts: longest.length === 0 ? [] : words,
    indexed: indexed.slice(0, mostIndexedWords),
    needsLocale: ascii.length === 0,
  };
}

/** Removes what PostgreSQL can't store or no email and no name contains. */
export const cleanSearchText = (text: string): string =>
  text.replaceAll("\0", "").toWellFormed().normalize("NFC").trim().slice(0, limits.emailOctets);

const foldedPart = Prisma.raw(foldedText("p"));

/** Condition: a folded text contains all parts. The database folds them, as it does in the index. */
export const containsParts = (folded: Prisma.Sql, parts: readonly string[]): Prisma.Sql => {
  const patterns = parts.map((part) => `%${escapePattern(part)}%`);
  return Prisma.sql`
    ${folded} LIKE ALL (ARRAY(SELECT ${foldedPart} FROM unnest(${patterns}::text[]) AS p))`;
};

/** Condition: a folded text starts with another. */
export const startsWithPart = (folded: Prisma.Sql, part: string): Prisma.Sql =>
  Prisma.sql`starts_with(${folded}, (SELECT ${foldedPart} FROM (SELECT ${part}::text AS p) q))`;

/**
 * Selects the subs of users without an email who have a passkey with a username that starts with the
 * text. Reads a fixed number of passkeys of a range of their index. A user with an email is known by
 * it: any username can be in a passkey.
 */
const usernameMatches = (tenancyId: string, text: string, rows: number): Prisma.Sql =>
  Prisma.sql`(
    SELECT u."sub" FROM (
      SELECT p."sub" FROM "Passkey" p
      WHERE p."tenancyId" = ${tenancyId}
        AND lower(p."username") ~>=~ lower(${text}::text)
        AND lower(p."username") ~<~ lower(${endOf(text)}::text)
      ORDER BY lower(p."username") USING ~<~, p."id" LIMIT ${limits.searchMatches}
    ) p
    JOIN "User" u ON u."tenancyId" = ${tenancyId} AND u."sub" = p."sub" AND u."email" = ''
    LIMIT ${rows})`;

/** An email belongs to one user, but others may claim it. */
const mostExact = 10;

const exactMatches = (tenancyId: string, text: string): Prisma.Sql => Prisma.sql`
  (SELECT u."sub" FROM "User" u
  WHERE u."tenancyId" = ${tenancyId} AND u."sub" = ${text.toLowerCase()})
  UNION ALL
  (SELECT u."sub" FROM "User" u
  WHERE u."tenancyId" = ${tenancyId} AND u."userId" = ${text})
  UNION ALL
  (SELECT u."sub" FROM "User" u
  WHERE u."tenancyId" = ${tenancyId} AND u."emailNormalized" = ${parseEmail(text)?.normalized ?? text}
  LIMIT ${mostExact})`;

/**
 * CTEs that find users whose email and names contain all words. Each is read only if the ones before
 * it didn't fill the page.
 *
 * - `latest`: the newest users, a fixed number
 * - `newest`: those of them that match; fills the page if the words are common
 * - `older`: the matches among a fixed number of older users; read if `newest` has so many that these
 *   probably fill the page, because the index is slow for words that many users have
 * - `way`: whether the index is unneeded, missing or used
 * - `patterns`: what the index is asked for
 * - `indexed`: what the index finds; read lazily, as far as `candidates` goes
 * - `candidates`: a bounded number of them, since letters stand for punctuation and some words have
 *   no trigram
 * - `contained`: matches of all ways
 */
function containsCtes(
  tenancyId: string,
  { parts, indexed, needsLocale }: SearchWords,
  rows: number,
): Prisma.Sql {
  const hasAllParts = containsParts(Prisma.sql`"text"`, parts);
  const hasIndex =
    indexed.length === 0
      ? Prisma.sql`false`
      : needsLocale
        ? Prisma.sql`${isIndexValid} AND NOT ${isLocaleC}`
        : isIndexValid;
  const matchesWorthOlder = Math.ceil(
    (rows * limits.searchLatestUsers) / (limits.searchLatestUsers + limits.searchOlderUsers),
  );
  const users = Prisma.sql`SELECT u."sub", ${searchedText} AS "text" FROM "User" u`;
  const hasIndexedWords = indexed.map((_, at) => hasIndexedWord(at + 1));
  return Prisma.sql`
    latest AS MATERIALIZED (
      ${users}
      WHERE u."tenancyId" = ${tenancyId} AND (SELECT count(*) FROM started) < ${rows}
      ORDER BY u."sub" DESC LIMIT ${limits.searchLatestUsers}
    ), newest AS MATERIALIZED (
      SELECT "sub" FROM latest WHERE ${hasAllParts} LIMIT ${rows}
    ), older AS MATERIALIZED (
      SELECT "sub" FROM (
        ${users}
        WHERE u."tenancyId" = ${tenancyId} AND u."sub" < (SELECT min("sub") FROM latest)
          AND (SELECT count(*) FROM newest) BETWEEN ${matchesWorthOlder} AND ${rows - 1}
        ORDER BY u."sub" DESC LIMIT ${limits.searchOlderUsers}
      ) o WHERE ${hasAllParts} LIMIT ${rows}
    ), way AS MATERIALIZED (
      SELECT CASE
        WHEN (SELECT count(*) FROM latest) < ${limits.searchLatestUsers} THEN 'unneeded'
        WHEN (SELECT count(*) FROM newest) + (SELECT count(*) FROM older) >= ${rows}
          THEN 'unneeded'
        WHEN ${hasIndex} THEN 'used' ELSE 'missing'
      END AS "index"
    ), ${indexPatterns(indexed, needsLocale)},
    indexed AS MATERIALIZED (
      ${users}
      WHERE (SELECT "index" FROM way) = 'used' AND u."tenancyId" = ${tenancyId}
        AND ${Prisma.join([Prisma.sql`TRUE`, ...hasIndexedWords], " AND ")}
    ), candidates AS MATERIALIZED (
      SELECT * FROM indexed LIMIT ${limits.searchedRows}
    ), contained AS MATERIALIZED (
      SELECT "sub" FROM newest
      UNION ALL
      SELECT "sub" FROM older
      UNION ALL
      (SELECT "sub" FROM candidates WHERE ${hasAllParts} LIMIT ${limits.searchMatches})
    )`;
}

/**
 * Builds the CTEs of a search, up to `matched`: `sub` and `rank` of the first matches of a text.
 * An exact id or email has rank 0, prefixes 1, other parts 2. The newest are first in each rank.
 * @param rows maximum number of matches
 * @returns the CTEs, and a condition that is true if there may be more users that match
 */
export function userMatches(
  tenancyId: string,
  text: string,
  rows: number,
): { ctes: Prisma.Sql; isPartial: Prisma.Sql } {
  const words = searchWordsOf(text);
  const isLong = words.parts.length > 0;
  const ranked = (rank: number, subs: Prisma.Sql) =>
    Prisma.sql`SELECT m."sub", ${Prisma.raw(String(rank))} AS "rank" FROM (${subs}) m`;
  const started = Prisma.sql`
    started AS MATERIALIZED (
      SELECT "sub", min("rank") AS "rank" FROM (
        ${ranked(0, exactMatches(tenancyId, text))}
        UNION ALL ${ranked(1, prefixMatches(tenancyId, text, rows))}
        UNION ALL ${ranked(1, usernameMatches(tenancyId, text, rows))}
      ) m GROUP BY "sub"
    )`;
  const contained = isLong
    ? Prisma.sql`UNION ALL ${ranked(2, Prisma.sql`SELECT "sub" FROM contained`)}`
    : Prisma.empty;
  const matched = Prisma.sql`
    matched AS MATERIALIZED (
      SELECT "sub", min("rank") AS "rank" FROM (SELECT * FROM started ${contained}) m
      GROUP BY "sub" ORDER BY min("rank"), "sub" DESC LIMIT ${rows}
    )`;
  if (!isLong) return { ctes: Prisma.sql`${started}, ${matched}`, isPartial: Prisma.sql`false` };
  return {
    ctes: Prisma.sql`${started}, ${containsCtes(tenancyId, words, rows)}, ${matched}`,
    isPartial: Prisma.sql`
      CASE (SELECT "index" FROM way)
        WHEN 'missing' THEN true
        WHEN 'used' THEN
          (SELECT count(*) FROM contained) < ${limits.searchMatches}
          AND (SELECT count(*) FROM candidates) = ${limits.searchedRows}
        ELSE false
      END`,
  };
}
