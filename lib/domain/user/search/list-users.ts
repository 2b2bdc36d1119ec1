import { z } from "zod";
import {
  type BoundedCount,
  countMatches,
  cutPage,
  findInTurn,
  type Page,
  walkPages,
} from "@/lib/domain/base/bounded-scan";
import type { TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { type FoundUser, foundUserColumns, toFoundUser, UserRow } from "./found-user";
import { searchUsers } from "./search-users";
import { isUserFiltered, type UserFilter, type UserOrder } from "./user-filter";
import { scansOf, scanStoredUsers, type UserPosition } from "./user-scan";

interface Query {
  /**
   * Default: newest. By email, the list contains only users with an email. By last sign-in, users
   * without a sign-in in the timeline are last, the newest first.
   */
  order?: UserOrder | undefined;
  filter?: UserFilter;
  /**
   * `next` of the previous page: a `sub`, or by last sign-in the id of that event. The list continues
   * there even if that user was erased, except by email, where an unknown `sub` starts over.
   */
  after?: string | undefined;
  rows: number;
}

/** Begins a position among the users without a sign-in. */
const noSignIn = "none-";

async function findPosition(
  { db, tenancy }: TenancyContext,
  { order, after }: Pick<Query, "order" | "after">,
): Promise<UserPosition | null> {
  if (after === undefined) return null;
  // PostgreSQL refuses U+0000.
  const id = after.replaceAll("\0", "");
  if (order === "last-sign-in" && id.startsWith(noSignIn))
    return { id: id.slice(noSignIn.length), emailNormalized: null, hasNoSignIn: true };
  if (order !== "email" && order !== "email-descending") return { id, emailNormalized: null };
  const user = await db.user.findUnique({
    where: { tenancyId_sub: { tenancyId: tenancy.id, sub: id } },
    select: { emailNormalized: true },
  });
  return user === null ? null : { id, ...user };
}

export const shownUsers = {
  Row: UserRow.extend({ id: z.string() }),
  columns: Prisma.sql`u."id", ${foundUserColumns}`,
};

/**
 * Lists a tenancy's users in pages. By email, a further page first looks up the last user of the
 * previous one. Filters without an index are tested on at most `limits.consoleScanRows`
 * users a page.
 */
export async function listUsers(
  ctx: TenancyContext,
  { order = "newest", filter = {}, after, rows }: Query,
): Promise<Page<FoundUser>> {
  const position = await findPosition(ctx, { order, after });
  const scans = scansOf(ctx.tenancy.id, { order, after: position, filter });
  const found = await findInTurn(ctx, scans, { selection: shownUsers, maxMatches: rows + 1 });
  const page = cutPage(found, rows, ({ id, sub }) =>
    order === "last-sign-in" && id === sub ? `${noSignIn}${sub}` : id,
  );
  return { ...page, entries: page.entries.map(toFoundUser) };
}

/** Returns whether the list by email leaves out a user. */
export async function hasUsersWithoutEmail({ db, tenancy }: TenancyContext): Promise<boolean> {
  const where = { tenancyId: tenancy.id, emailNormalized: null };
  return (await db.user.count({ where, take: 1 })) > 0;
}

const rowsPerPage = 500;
/** As many as the console's list shows of a search. */
const maxMatches = 50;

async function findMatches(ctx: TenancyContext, text: string, filter: UserFilter) {
  const { users, hasMore, isPartial } = await searchUsers(ctx, { text, filter, rows: maxMatches });
  // A file would not say that users are missing.
  if (hasMore || isPartial) throw new ServiceError("@error/NotFound");
  return users;
}

async function* pageOf(users: FoundUser[]) {
  yield await Promise.resolve(users);
}

/**
 * Reads all users who match, page by page: the newest first, or in the order of a search. Writes the
 * audit event first.
 * @throws NotFound if more users match a text than the console's list shows
 */
export async function exportUsers(
  ctx: TenancyContext,
  { q, ...filter }: UserFilter & { q?: string | undefined },
): Promise<AsyncIterable<FoundUser[]>> {
  const matches = q === undefined ? undefined : await findMatches(ctx, q, filter);
  await recordAudit(ctx, ctx.db, {
    action: "user.list-exported",
    target: { kind: "tenancy", id: ctx.tenancy.id },
    detail: matches !== undefined || isUserFiltered(filter) ? "filtered" : "all",
  });
  return matches === undefined
    ? walkPages((after) => listUsers(ctx, { filter, after, rows: rowsPerPage }))
    : pageOf(matches);
}

/** Counts the users that match a filter, among the newest of a tenancy. */
export const countUsers = (ctx: TenancyContext, filter: UserFilter): Promise<BoundedCount> =>
  countMatches(ctx, scanStoredUsers(ctx.tenancy.id, { order: "newest", after: null, filter }), {
    bound: limits.countedRows + 1,
  });
