import { z } from "zod";
import { cutPage, findInTurn, type Page } from "@/lib/domain/base/bounded-scan";
import type { TenancyContext } from "@/lib/domain/base/context";
import { Prisma } from "@/prisma/generated/client";
import { type FoundUser, foundUserColumns, toFoundUser, UserRow } from "./found-user";
import type { UserFilter } from "./user-filter";
import type { UserOrder } from "./user-order";
import { scansOf, type UserPosition } from "./user-scan";

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
