import { z } from "zod";
import type { ListUsers, UserPage } from "@/lib/contract/user-record";
import { allOf, readPage } from "@/lib/domain/base/bounded-scan";
import type { TenancyContext } from "@/lib/domain/base/context";
import { requireEmailField } from "@/lib/domain/base/email-address";
import { readCursor, requireSameFilters, writeCursor } from "@/lib/domain/base/list-cursor";
import { findEmailOwner, findUserByUserId } from "@/lib/domain/user/find-user-by-user-id";
import { foundUserColumns, UserRow } from "@/lib/domain/user/search/found-user";
import { shownUsers } from "@/lib/domain/user/search/list-users";
import { findUsers } from "@/lib/domain/user/search/search-users";
import { matchesFilter, type UserFilter } from "@/lib/domain/user/search/user-filter";
import { scanStoredUsers } from "@/lib/domain/user/search/user-scan";
import { badRequest } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { toUserRecord } from "./user-record";

/** The position in the list, and its filters. */
const ListPosition = z.object({
  /** `sub` of the last user read. */
  after: z.string(),
  enabled: z.boolean().optional(),
  hasPasskeys: z.boolean().optional(),
});

const cursors = { purpose: "user-list-cursor", Position: ListPosition } as const;

type States = Pick<ListUsers, "enabled" | "hasPasskeys">;

const filterOf = ({ enabled, hasPasskeys }: States): UserFilter => ({
  state: enabled === undefined ? undefined : enabled ? "active" : "disabled",
  passkeys: hasPasskeys === undefined ? undefined : hasPasskeys ? "some" : "none",
});

/** Parses the query parameter, in which a raw `+` is read as a space. @throws BadRequest (email) */
function emailFilter(email: string): string {
  // Also before the address, where a space would be removed and select another mailbox.
  if (/ .*@/.test(email)) throw badRequest("email", "contains a space. Send a plus sign as %2B");
  return requireEmailField(email).normalized;
}

/** Finds the one user whom an exact filter names. Only owned emails count (contract §5). */
async function findNamed(
  ctx: TenancyContext,
  { email, userId }: ListUsers,
): Promise<string | undefined> {
  const normalized = email === undefined ? undefined : emailFilter(email);
  const named = await Promise.all([
    ...(userId === undefined ? [] : [findUserByUserId(ctx, ctx.db, userId)]),
    ...(normalized === undefined ? [] : [findEmailOwner(ctx, ctx.db, normalized)]),
  ]);
  const [first] = named;
  return named.every((user) => user !== null && user.sub === first?.sub) ? first?.sub : undefined;
}

async function listNamed(ctx: TenancyContext, query: ListUsers): Promise<UserPage> {
  const sub = await findNamed(ctx, query);
  const rows =
    sub === undefined
      ? []
      : await ctx.db.query(UserRow)(Prisma.sql`
          SELECT ${foundUserColumns} FROM "User" u
          WHERE ${allOf([
            Prisma.sql`u."tenancyId" = ${ctx.tenancy.id} AND u."sub" = ${sub}`,
            matchesFilter(filterOf(query)),
          ])}`);
  return { _tag: "Users", cursor: null, records: rows.map(toUserRecord) };
}

async function search(
  ctx: TenancyContext,
  { query: text = "", limit, ...states }: ListUsers,
): Promise<UserPage> {
  const { rows, hasMore, isPartial } = await findUsers(ctx, {
    text,
    filter: filterOf(states),
    rows: Math.min(limit, limits.searchMatches),
  });
  return {
    _tag: "Users",
    cursor: null,
    records: rows.map(toUserRecord),
    ...(hasMore || isPartial ? { truncated: true } : {}),
  };
}

async function listPage(ctx: TenancyContext, query: ListUsers): Promise<UserPage> {
  const { cursor, limit, enabled, hasPasskeys } = query;
  const position = cursor === undefined ? undefined : readCursor(ctx, cursors, cursor);
  if (position !== undefined) requireSameFilters({ enabled, hasPasskeys }, position);
  const states = position ?? { enabled, hasPasskeys };
  const after = position === undefined ? null : { id: position.after, emailNormalized: null };
  const { entries, next } = await readPage(
    ctx,
    scanStoredUsers(ctx.tenancy.id, { order: "newest", after, filter: filterOf(states) }),
    shownUsers,
    limit,
  );
  return {
    _tag: "Users",
    cursor: next === null ? null : writeCursor(ctx, cursors.purpose, { ...states, after: next }),
    records: entries.map(toUserRecord),
  };
}

/**
 * Lists users. `email` and `userId` name one user each. `query` returns the best matches, on one
 * page. Else pages of all users, newest first: keyset pagination by `sub`, which never changes, so
 * that the pages show each user who exists throughout exactly once. A filter without an index is
 * checked on a bounded number of users a page.
 * @throws BadRequest when `email` isn't one address, or the cursor is invalid or was issued with other
 * filters
 */
export function listUserRecords(ctx: TenancyContext, query: ListUsers): Promise<UserPage> {
  if (query.email !== undefined || query.userId !== undefined) return listNamed(ctx, query);
  return query.query === undefined ? listPage(ctx, query) : search(ctx, query);
}
