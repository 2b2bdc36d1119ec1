import { z } from "zod";
import { limits } from "@/lib/limits";
import type { TenancyContext } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";

const UserRow = z.object({
  sub: z.string(),
  userId: z.string().nullable(),
  email: z.string(),
  emailVerified: z.boolean(),
  emailVouched: z.boolean(),
  givenName: z.string(),
  familyName: z.string(),
  disabledAt: z.date().nullable(),
  createdAt: z.date(),
  /** At most the tenancy's passkey cap. */
  passkeys: z.coerce.number(),
});

/** A user in the console's list. Times in ms. */
export interface FoundUser {
  sub: string;
  userId: string | null;
  email: string;
  emailVerified: boolean;
  /** Verified, or set by an API key or an operator. No other user can have it. */
  emailHeld: boolean;
  name: string;
  isDisabled: boolean;
  createdAt: number;
  passkeys: number;
}

export interface UserPage {
  users: FoundUser[];
  /** `after` of the next page. Null on the last page and for a search. */
  next: string | null;
  /** More users match than the page has. */
  hasMore: boolean;
}

const toFoundUser = ({
  disabledAt,
  createdAt,
  emailVouched,
  givenName,
  familyName,
  ...row
}: z.infer<typeof UserRow>): FoundUser => ({
  ...row,
  emailHeld: row.emailVerified || emailVouched,
  name: `${givenName} ${familyName}`.trim(),
  isDisabled: disabledAt !== null,
  createdAt: createdAt.getTime(),
});

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

const columns = Prisma.sql`
  u."sub", u."userId", u."email", u."emailVerified", u."emailVouched", u."givenName",
  u."familyName", u."disabledAt", u."createdAt",
  (SELECT count(*) FROM "Passkey" p WHERE p."tenancyId" = u."tenancyId" AND p."sub" = u."sub") AS "passkeys"`;

/** Selects the first users that match a text, exact ids first, then newest first. */
export const searchStatement = (
  tenancyId: string,
  text: string,
  rows: number,
): Prisma.Sql => Prisma.sql`
  SELECT ${columns} FROM (
    SELECT m."sub", min(m."rank") AS "rank"
    FROM (${matchesStatement(tenancyId, text, rows)}) m
    GROUP BY m."sub" ORDER BY min(m."rank"), m."sub" DESC LIMIT ${rows}
  ) m
  JOIN "User" u ON u."tenancyId" = ${tenancyId} AND u."sub" = m."sub"
  ORDER BY m."rank", u."sub" DESC`;

// Sorts after every id.
const maxId = "~";

/** Selects one page of users, newest first. */
export const newestStatement = (
  tenancyId: string,
  after: string | undefined,
  rows: number,
): Prisma.Sql => Prisma.sql`
  SELECT ${columns}
  FROM (
    SELECT * FROM "User" u
    WHERE u."tenancyId" = ${tenancyId} AND u."sub" < ${after ?? maxId}
    ORDER BY u."sub" DESC LIMIT ${rows}
  ) u
  ORDER BY u."sub" DESC`;

interface Search {
  /** A prefix of an email or a name, a `sub` or a `userId`. Blank lists all users. */
  text?: string | undefined;
  /** `next` of the previous page. Ignored with a text. */
  after?: string | undefined;
  rows: number;
}

/** Lists all users in pages, newest first, or the first that match a text. One round trip. */
export async function searchUsers(
  ctx: TenancyContext,
  { text, after, rows }: Search,
): Promise<UserPage> {
  const query =
    text
      ?.replaceAll("\0", "")
      .toWellFormed()
      .normalize("NFC")
      .trim()
      .slice(0, limits.emailOctets) ?? "";
  // One extra row shows whether there are more.
  const statement =
    query === ""
      ? newestStatement(ctx.tenancy.id, after?.replaceAll("\0", ""), rows + 1)
      : searchStatement(ctx.tenancy.id, query, rows + 1);
  const found = await ctx.db.query(UserRow)(statement);
  const shown = found.slice(0, rows);
  const hasMore = found.length > rows;
  return {
    users: shown.map(toFoundUser),
    next: hasMore && query === "" ? (shown.at(-1)?.sub ?? null) : null,
    hasMore,
  };
}
