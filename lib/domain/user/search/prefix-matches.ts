import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";

/** Returns a text that sorts after every text with this prefix. */
export const endOf = (prefix: string) => `${prefix}\u{10FFFF}`;

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
    (SELECT n."sub" FROM (
      SELECT u."sub", u."givenName", u."familyName" FROM "User" u
      WHERE u."tenancyId" = ${tenancyId}
        AND lower(${Prisma.raw(`u."${whole}"`)}) = lower(${first}::text)
      LIMIT ${limits.consoleScanRows}
    ) n WHERE starts_with(lower(${Prisma.raw(`n."${other}"`)}), lower(${second}::text)) LIMIT ${rows})`;
  return [pair("givenName", "familyName"), pair("familyName", "givenName")];
}

const shortestId = 3;

/** Ids compare bytes. A `sub` is lower-case, an application's id may have any case. */
function idPrefixes(tenancyId: string, text: string, rows: number): Prisma.Sql[] {
  if (text.length < shortestId) return [];
  const range = (column: "sub" | "userId", prefix: string) => {
    const id = Prisma.raw(`u."${column}"`);
    return Prisma.sql`(
      SELECT u."sub" FROM "User" u
      WHERE u."tenancyId" = ${tenancyId} AND ${id} >= ${prefix} AND ${id} < ${endOf(prefix)}
      ORDER BY ${id} LIMIT ${rows})`;
  };
  return [range("sub", text.toLowerCase()), range("userId", text)];
}

/**
 * Selects the subs of users with an email, a name or an id that starts with the text, or with both
 * names. Each branch reads a range of one index.
 */
export function prefixMatches(tenancyId: string, text: string, rows: number): Prisma.Sql {
  const texts = (["emailNormalized", "givenName", "familyName"] as const).map(
    (column) => Prisma.sql`(
      SELECT u."sub" FROM "User" u
      WHERE u."tenancyId" = ${tenancyId} AND ${startsWith(column, text)}
      ORDER BY ${orderedBy(column)} LIMIT ${rows})`,
  );
  return Prisma.join(
    [
      ...texts,
      ...idPrefixes(tenancyId, text, rows),
      ...bothNames(tenancyId, text.split(/\s+/), rows),
    ],
    " UNION ALL ",
  );
}
