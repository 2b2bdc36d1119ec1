import { limits } from "@/lib/limits";
import type { TenancyContext } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";
import { foundUserColumns, toFoundUser, UserRow, type FoundUser } from "./found-user";

/** Returns a text that sorts after every text with this prefix. */
const endOf = (prefix: string) => `${prefix}\u{10FFFF}`;

/**
 * Builds a prefix condition that a range of a search index answers. The indexes compare bytes and
 * use the database's `lower`.
 */
function startsWith(column: "emailNormalized" | "givenName" | "familyName", prefix: string) {
  const value = Prisma.raw(`lower(u."${column}")`);
  return Prisma.sql`
    ${value} ~>=~ lower(${prefix}::text) AND ${value} ~<~ lower(${endOf(prefix)}::text)`;
}

const orderedBy = (column: string) => Prisma.raw(`lower(u."${column}") USING ~<~`);

/** Matches "given family" or "family given". The first name must match in full. */
function bothNames(tenancyId: string, words: string[], rows: number): Prisma.Sql[] {
  const [first = "", ...more] = words;
  const second = more.join(" ");
  if (second === "") return [];
  const pair = (whole: "givenName" | "familyName", other: "givenName" | "familyName") => Prisma.sql`
    (SELECT n."sub", 1 AS "rank" FROM (
      SELECT u."sub", u."givenName", u."familyName" FROM "User" u
      WHERE u."tenancyId" = ${tenancyId}
        AND lower(${Prisma.raw(`u."${whole}"`)}) = lower(${first}::text)
      LIMIT ${limits.consoleScanRows}
    ) n WHERE starts_with(lower(${Prisma.raw(`n."${other}"`)}), lower(${second}::text)) LIMIT ${rows})`;
  return [pair("givenName", "familyName"), pair("familyName", "givenName")];
}

/**
 * Selects the subs that a search text matches: exact ids (rank 0), then prefixes of an email or a
 * name (rank 1). Each branch reads a range of one index.
 */
function matchesStatement(tenancyId: string, text: string, rows: number): Prisma.Sql {
  const prefixed = (["emailNormalized", "givenName", "familyName"] as const).map(
    (column) =>
      Prisma.sql`(
        SELECT u."sub", 1 AS "rank" FROM "User" u
        WHERE u."tenancyId" = ${tenancyId} AND ${startsWith(column, text)}
        ORDER BY ${orderedBy(column)} LIMIT ${rows})`,
  );
  return Prisma.join(
    [
      Prisma.sql`(
        SELECT u."sub", 0 AS "rank" FROM "User" u
        WHERE u."tenancyId" = ${tenancyId} AND u."sub" = ${text.toLowerCase()})`,
      Prisma.sql`(
        SELECT u."sub", 0 AS "rank" FROM "User" u
        WHERE u."tenancyId" = ${tenancyId} AND u."userId" = ${text})`,
      ...prefixed,
      ...bothNames(tenancyId, text.split(/\s+/), rows),
    ],
    " UNION ALL ",
  );
}

/** Selects the first users that match a text, exact ids first, then newest first. */
export const searchStatement = (
  tenancyId: string,
  text: string,
  rows: number,
): Prisma.Sql => Prisma.sql`
  SELECT ${foundUserColumns} FROM (
    SELECT m."sub", min(m."rank") AS "rank"
    FROM (${matchesStatement(tenancyId, text, rows)}) m
    GROUP BY m."sub" ORDER BY min(m."rank"), m."sub" DESC LIMIT ${rows}
  ) m
  JOIN "User" u ON u."tenancyId" = ${tenancyId} AND u."sub" = m."sub"
  ORDER BY m."rank", u."sub" DESC`;

interface Search {
  /** A prefix of an email or a name, a `sub` or a `userId`. */
  text: string;
  rows: number;
}

/** Returns the first users that match a text, and whether there are more. One statement. */
export async function searchUsers(
  { db, tenancy }: TenancyContext,
  { text, rows }: Search,
): Promise<{ users: FoundUser[]; hasMore: boolean }> {
  const query = text
    .replaceAll("\0", "")
    .toWellFormed()
    .normalize("NFC")
    .trim()
    .slice(0, limits.emailOctets);
  if (query === "") return { users: [], hasMore: false };
  // One extra row shows whether there are more.
  const found = await db.query(UserRow)(searchStatement(tenancy.id, query, rows + 1));
  return { users: found.slice(0, rows).map(toFoundUser), hasMore: found.length > rows };
}
