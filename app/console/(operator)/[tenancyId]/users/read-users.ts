import type { TenancyContext } from "@/lib/domain/context";
import { countEntries } from "@/lib/domain/tenancy/count-entries";
import type { FoundUser } from "@/lib/domain/user/found-user";
import { hasUsersWithoutEmail, listUsers, type UserOrder } from "@/lib/domain/user/list-users";
import { searchUsers } from "@/lib/domain/user/search-users";

export const usersOnPage = 50;

export type UsersSearch = {
  q: string | undefined;
  order: UserOrder | undefined;
  after: string | undefined;
};

interface UsersRead {
  users: FoundUser[];
  next: string | null;
  /** Undefined for a search with more matches than the page shows. */
  count: number | undefined;
  /** More users match than the page shows. */
  hasMore: boolean;
  /** The search read only some users, so others may match. */
  isPartial: boolean;
  /** The order leaves out users without an email, and there are some. */
  leavesOut: boolean;
}

/** Reads one page of the users list: the first matches of a search, or all users in an order. */
export async function readUsers(
  ctx: TenancyContext,
  { q, order, after }: UsersSearch,
): Promise<UsersRead> {
  if (q !== undefined) {
    const { users, hasMore, isPartial } = await searchUsers(ctx, { text: q, rows: usersOnPage });
    const count = hasMore || isPartial ? undefined : users.length;
    return { users, next: null, count, hasMore, isPartial, leavesOut: false };
  }
  const isByEmail = order === "email" || order === "email-descending";
  const [{ users, next }, count, leavesOut] = await Promise.all([
    listUsers(ctx, { order, after, rows: usersOnPage }),
    countEntries(ctx, "user"),
    isByEmail && hasUsersWithoutEmail(ctx),
  ]);
  return { users, next, count, hasMore: false, isPartial: false, leavesOut };
}
