import type { BoundedCount, Page } from "@/lib/domain/base/bounded-scan";
import type { TenancyContext } from "@/lib/domain/base/context";
import type { FoundUser } from "@/lib/domain/user/search/found-user";
import { countUsers, hasUsersWithoutEmail, listUsers } from "@/lib/domain/user/search/list-users";
import { searchUsers } from "@/lib/domain/user/search/search-users";
import { sortUsers, type UserFilter, type UserOrder } from "@/lib/domain/user/search/user-filter";

export const usersOnPage = 50;

export type UsersSearch = UserFilter & {
  q: string | undefined;
  order: UserOrder | undefined;
  after: string | undefined;
};

interface UsersRead extends Omit<Page<FoundUser>, "entries"> {
  users: FoundUser[];
  /** How many users match, on all pages; undefined if it isn't known. */
  counted: BoundedCount | undefined;
  /** More users match a search than the page shows. */
  hasMore: boolean;
  /** A search read only some users, so others may match. */
  isPartial: boolean;
  /** The users whom the order hides (without an email) or doesn't sort; undefined if it sorts all. */
  unsorted: "no-email" | "no-sign-in" | undefined;
}

async function readMatches(
  ctx: TenancyContext,
  { q, order, filter }: { q: string; order: UserOrder | undefined; filter: UserFilter },
): Promise<UsersRead> {
  const { users, hasMore, isPartial } = await searchUsers(ctx, {
    text: q,
    filter,
    rows: usersOnPage,
  });
  return {
    users: order === undefined ? users : sortUsers(users, order),
    next: null,
    counted: hasMore || isPartial ? undefined : { count: users.length, isExact: true },
    hasMore,
    isPartial,
    stoppedAt: null,
    unsorted: undefined,
  };
}

async function findUnsorted(ctx: TenancyContext, order: UserOrder | undefined) {
  if (order === "last-sign-in") return "no-sign-in";
  const isByEmail = order === "email" || order === "email-descending";
  return isByEmail && (await hasUsersWithoutEmail(ctx)) ? "no-email" : undefined;
}

/** Reads one page of the users list: the first matches of a search, or all users in an order. */
export async function readUsers(
  ctx: TenancyContext,
  { q, order, after, ...filter }: UsersSearch,
): Promise<UsersRead> {
  if (q !== undefined) return readMatches(ctx, { q, order, filter });
  const [{ entries: users, next, stoppedAt }, counted, unsorted] = await Promise.all([
    listUsers(ctx, { order, filter, after, rows: usersOnPage }),
    countUsers(ctx, filter),
    findUnsorted(ctx, order),
  ]);
  const isComplete = after === undefined && next === null;
  return {
    users,
    next,
    counted: isComplete ? { count: users.length, isExact: true } : counted,
    hasMore: false,
    isPartial: false,
    stoppedAt,
    unsorted,
  };
}
