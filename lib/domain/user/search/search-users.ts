import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { type FoundUser, foundUserColumns, toFoundUser, UserRow } from "./found-user";
import { cleanSearchText } from "./search-words";
import { isUserFiltered, matchesFilter, type UserFilter } from "./user-filter";
import { userMatches } from "./user-matches";

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
