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
  /** A user has no more than the tenancy's cap. */
  passkeys: z.coerce.number(),
});

/** A user as the console's list shows one; times in ms. */
export interface FoundUser {
  sub: string;
  userId: string | null;
  email: string;
  emailVerified: boolean;
  /** Nobody but this user can have it. */
  emailHeld: boolean;
  name: string;
  isDisabled: boolean;
  createdAt: number;
  passkeys: number;
}

export interface UserPage {
  users: FoundUser[];
  /** Where to go on, without a search; null when there is nothing behind. */
  next: string | null;
  /** More users fit than are shown: type more. */
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
  ...{
    sub: row.sub,
    userId: row.userId,
    email: row.email,
    emailVerified: row.emailVerified,
    passkeys: row.passkeys,
  },
  emailHeld: row.emailVerified || emailVouched,
  name: `${givenName} ${familyName}`.trim(),
  isDisabled: disabledAt !== null,
  createdAt: createdAt.getTime(),
});

/** Sorts after every text that begins with it. */
const endOf = (prefix: string) => `${prefix}\u{10FFFF}`;

/**
 * A stretch of one of the search indexes, which compare bytes. `lower` is the database's, as in the
 * index.
 */
const begins = (column: "emailNormalized" | "givenName" | "familyName", prefix: string) =>
  Prisma.sql`lower(${Prisma.raw(`u."${column}"`)}) ~>=~ lower(${prefix}::text) AND lower(${Prisma.raw(`u."${column}"`)}) ~<~ lower(${endOf(prefix)}::text)`;

const orderedBy = (column: string) => Prisma.raw(`lower(u."${column}") USING ~<~`);

/** Given name and family name, in either order, the first of them whole. */
function bothNames(tenancyId: string, words: string[], rows: number): Prisma.Sql[] {
  const [first = "", ...more] = words;
  const second = more.join(" ");
  if (second === "") return [];
  const pair = (whole: "givenName" | "familyName", other: "givenName" | "familyName") => Prisma.sql`
    (SELECT n."sub", 1 AS "rank" FROM (
      SELECT u."sub", u."givenName", u."familyName" FROM "User" u
      WHERE u."tenancyId" = ${tenancyId} AND lower(${Prisma.raw(`u."${whole}"`)}) = lower(${first}::text) LIMIT ${limits.consoleScanRows}
    ) n WHERE starts_with(lower(${Prisma.raw(`n."${other}"`)}), lower(${second}::text)) LIMIT ${rows})`;
  return [pair("givenName", "familyName"), pair("familyName", "givenName")];
}

/**
 * The subs that a text may mean, ids before the rest: an id as it is, or how an email or a name
 * begins. Each look-up is a stretch of an index.
 */
function matchesStatement(tenancyId: string, text: string, rows: number): Prisma.Sql {
  const prefixed = (["emailNormalized", "givenName", "familyName"] as const).map(
    (column) =>
      Prisma.sql`(SELECT u."sub", 1 AS "rank" FROM "User" u WHERE u."tenancyId" = ${tenancyId} AND ${begins(column, text)} ORDER BY ${orderedBy(column)} LIMIT ${rows})`,
  );
  return Prisma.join(
    [
      Prisma.sql`(SELECT u."sub", 0 AS "rank" FROM "User" u WHERE u."tenancyId" = ${tenancyId} AND u."sub" = ${text.toLowerCase()})`,
      Prisma.sql`(SELECT u."sub", 0 AS "rank" FROM "User" u WHERE u."tenancyId" = ${tenancyId} AND u."userId" = ${text})`,
      ...prefixed,
      ...bothNames(tenancyId, text.split(/\s+/), rows),
    ],
    " UNION ALL ",
  );
}

const columns = Prisma.sql`
  u."sub", u."userId", u."email", u."emailVerified", u."emailVouched", u."givenName", u."familyName", u."disabledAt", u."createdAt",
  (SELECT count(*) FROM "Passkey" p WHERE p."tenancyId" = u."tenancyId" AND p."sub" = u."sub") AS "passkeys"`;

export const searchStatement = (
  tenancyId: string,
  text: string,
  rows: number,
): Prisma.Sql => Prisma.sql`
  SELECT ${columns} FROM (
    SELECT m."sub", min(m."rank") AS "rank" FROM (${matchesStatement(tenancyId, text, rows)}) m GROUP BY m."sub" ORDER BY min(m."rank"), m."sub" DESC LIMIT ${rows}
  ) m
  JOIN "User" u ON u."tenancyId" = ${tenancyId} AND u."sub" = m."sub" ORDER BY m."rank", u."sub" DESC`;

// Sorts after every id.
const beforeTheFirst = "~";

export const newestStatement = (
  tenancyId: string,
  after: string | undefined,
  rows: number,
): Prisma.Sql => Prisma.sql`
  SELECT ${columns} FROM (SELECT * FROM "User" u WHERE u."tenancyId" = ${tenancyId} AND u."sub" < ${after ?? beforeTheFirst} ORDER BY u."sub" DESC LIMIT ${rows}) u
  ORDER BY u."sub" DESC`;

interface Search {
  /** How an email or a name begins, a `sub` or a `userId`; blank: all of them. */
  text?: string | undefined;
  /** `next` of the page before; not with a text. */
  after?: string | undefined;
  rows: number;
}

/** Users, newest first: all of them in pages, or the first that a text may mean. One round trip. */
export async function searchUsers(
  ctx: TenancyContext,
  { text, after, rows }: Search,
): Promise<UserPage> {
  const sought =
    text
      ?.replaceAll("\0", "")
      .toWellFormed()
      .normalize("NFC")
      .trim()
      .slice(0, limits.emailOctets) ?? "";
  // One row more than shown tells whether there are more.
  const statement =
    sought === ""
      ? newestStatement(ctx.tenancy.id, after?.replaceAll("\0", ""), rows + 1)
      : searchStatement(ctx.tenancy.id, sought, rows + 1);
  const found = UserRow.array().parse(await ctx.run(statement));
  const shown = found.slice(0, rows);
  const hasMore = found.length > rows;
  return {
    users: shown.map(toFoundUser),
    next: hasMore && sought === "" ? (shown.at(-1)?.sub ?? null) : null,
    hasMore,
  };
}
