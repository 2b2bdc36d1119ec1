import { parseEmail } from "@/lib/domain/base/email-address";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { prefixMatches } from "./prefix-matches";
import {
  hasIndexedWord,
  indexPatterns,
  isIndexValid,
  isLocaleC,
  searchedText,
} from "./search-index";
import { type SearchWords, searchWordsOf } from "./search-words";
import { containsParts } from "./text-conditions";
import { usernameMatches } from "./username-matches";

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
