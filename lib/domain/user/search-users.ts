import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";
import { foundUserColumns, toFoundUser, UserRow, type FoundUser } from "./found-user";
import { cleanSearchText } from "./search-words";
import { userMatches } from "./user-matches";

const MatchRow = z.union([
  UserRow.extend({ isPartial: z.boolean() }),
  z.object({ sub: z.null(), isPartial: z.boolean() }),
]);

/** Selects the first users that match a text, or one row without a user. */
export function searchStatement(tenancyId: string, text: string, rows: number): Prisma.Sql {
  const { ctes, isPartial } = userMatches(tenancyId, text, rows);
  return Prisma.sql`
    WITH ${ctes}
    SELECT s."isPartial", f.*
    FROM (SELECT ${isPartial} AS "isPartial") s
    LEFT JOIN (
      SELECT ${foundUserColumns}, m."rank" FROM matched m
      JOIN "User" u ON u."tenancyId" = ${tenancyId} AND u."sub" = m."sub"
    ) f ON TRUE
    ORDER BY f."rank", f."sub" DESC`;
}

interface Search {
  /** Words of an email or a name, or the start of a `sub` or `userId`. */
  text: string;
  rows: number;
}

interface SearchResult {
  users: FoundUser[];
  /** More users match than `rows`. */
  hasMore: boolean;
  /** The search read only some users, so others may match. */
  isPartial: boolean;
}

/**
 * Returns the first users that match a text: an exact id or email, then prefixes, then other parts of an email
 * or a name of three characters or more. Without the search index, finds other parts only in the
 * newest users. One statement.
 */
export async function searchUsers(
  { db, tenancy }: TenancyContext,
  { text, rows }: Search,
): Promise<SearchResult> {
  const query = cleanSearchText(text);
  if (query === "") return { users: [], hasMore: false, isPartial: false };
  // One extra row shows whether there are more.
  const found = await db.query(MatchRow)(searchStatement(tenancy.id, query, rows + 1));
  const users = found.filter((row) => row.sub !== null).map(toFoundUser);
  return {
    users: users.slice(0, rows),
    hasMore: users.length > rows,
    isPartial: found.some((row) => row.isPartial),
  };
}
