import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { type FoundUser, foundUserColumns, toFoundUser, UserRow } from "./found-user";
import { isUserFiltered, matchesFilter, type UserFilter } from "./user-filter";
import { cleanSearchText, userMatches } from "./user-matches";

const MatchRow = z.union([
  UserRow.extend({ isPartial: z.boolean() }),
  z.object({ sub: z.null(), isPartial: z.boolean() }),
]);

/**
 * Selects the first users that match a text, or one row without a user. With a filter, it checks a
 * bounded number of matches.
 */
export function searchStatement(
  tenancyId: string,
  { text, filter = {}, rows }: Search,
): Prisma.Sql {
  const isFiltered = isUserFiltered(filter);
  const most = isFiltered ? limits.searchMatches : rows;
  const { ctes, isPartial } = userMatches(tenancyId, text, most);
  return Prisma.sql`
    WITH ${ctes}
    SELECT s."isPartial", f.*
    FROM (
      SELECT (${isPartial})
        OR ${isFiltered} AND (SELECT count(*) FROM matched) = ${most} AS "isPartial"
    ) s
    LEFT JOIN (
      SELECT ${foundUserColumns}, m."rank" FROM matched m
      JOIN "User" u ON u."tenancyId" = ${tenancyId} AND u."sub" = m."sub"
      WHERE ${matchesFilter(filter) ?? Prisma.sql`TRUE`}
      ORDER BY m."rank", m."sub" DESC LIMIT ${rows}
    ) f ON TRUE
    ORDER BY f."rank", f."sub" DESC`;
}

interface Search {
  /**
   * Words of an email or a name, or the start of a `sub`, a `userId` or, of a user without an email, a
   * passkey's username.
   */
  text: string;
  filter?: UserFilter;
  rows: number;
}

interface Matches {
  rows: z.infer<typeof UserRow>[];
  /** More users match than `rows`. */
  hasMore: boolean;
  /** The search read only some users, so others may match. */
  isPartial: boolean;
}

/**
 * Returns the first users that match a text: an exact id or email, then prefixes, then other parts
 * of an email or a name of three characters or more. Without the search index, finds other parts
 * only in the newest users. One statement.
 */
export async function findUsers(
  { db, tenancy }: TenancyContext,
  { text, filter, rows }: Search,
): Promise<Matches> {
  const query = cleanSearchText(text);
  if (query === "") return { rows: [], hasMore: false, isPartial: false };
  // One extra row shows whether there are more.
  const found = await db.query(MatchRow)(
    searchStatement(tenancy.id, { text: query, filter: filter ?? {}, rows: rows + 1 }),
  );
  const users = found.filter((row) => row.sub !== null);
  return {
    rows: users.slice(0, rows),
    hasMore: users.length > rows,
    isPartial: found.some((row) => row.isPartial),
  };
}

/** Returns the same as the console's list shows it. */
export async function searchUsers(
  ctx: TenancyContext,
  search: Search,
): Promise<Omit<Matches, "rows"> & { users: FoundUser[] }> {
  const { rows, ...found } = await findUsers(ctx, search);
  return { ...found, users: rows.map(toFoundUser) };
}

const Match = z.object({ sub: z.string(), rank: z.int() });

/**
 * Returns the subs of a tenancy's users that match a text, as in the users list. Only the exact
 * matches if there are any. Raw, because it reads the search indexes.
 */
export async function findMatchingSubs(
  { db }: Pick<TenancyContext, "db">,
  { tenancyId, text, rows }: { tenancyId: string; text: string; rows: number },
): Promise<string[]> {
  const query = cleanSearchText(text);
  if (query === "") return [];
  const { ctes } = userMatches(tenancyId, query, rows);
  const matches = await db.query(Match)(
    Prisma.sql`WITH ${ctes} SELECT "sub", "rank" FROM matched ORDER BY "rank", "sub" DESC`,
  );
  const exact = matches.filter(({ rank }) => rank === 0);
  return (exact.length > 0 ? exact : matches).map(({ sub }) => sub);
}

/** A user with what support has to know first. */
export interface NamedUser {
  sub: string;
  email: string;
  emailVerified: boolean;
  name: string;
  /** Of the newest passkey. */
  username: string | null;
  userId: string | null;
  isDisabled: boolean;
  passkeys: number;
  disabledPasskeys: number;
  /** Enabled passkeys that can't sign in yet. */
  quarantinedPasskeys: number;
}

/** Returns the emails, names and states of the users that still exist, in the order of `subs`. */
export async function nameUsers(
  { db, tenancy, clock }: TenancyContext,
  subs: readonly string[],
): Promise<NamedUser[]> {
  const users = await db.user.findMany({
    where: { tenancyId: tenancy.id, sub: { in: [...subs] } },
    select: {
      sub: true,
      email: true,
      emailVerified: true,
      givenName: true,
      familyName: true,
      userId: true,
      disabledAt: true,
      passkeys: {
        select: { username: true, disabledAt: true, quarantinedUntil: true },
        orderBy: { id: "desc" },
      },
    },
  });
  const now = clock.now();
  const named = users.map(({ givenName, familyName, disabledAt, passkeys, ...user }) => {
    const enabled = passkeys.filter((passkey) => passkey.disabledAt === null);
    return {
      ...user,
      name: `${givenName} ${familyName}`.trim(),
      username: passkeys[0]?.username ?? null,
      isDisabled: disabledAt !== null,
      passkeys: passkeys.length,
      disabledPasskeys: passkeys.length - enabled.length,
      quarantinedPasskeys: enabled.filter(
        ({ quarantinedUntil }) => quarantinedUntil !== null && quarantinedUntil.getTime() > now,
      ).length,
    };
  });
  return named.toSorted((a, b) => subs.indexOf(a.sub) - subs.indexOf(b.sub));
}
