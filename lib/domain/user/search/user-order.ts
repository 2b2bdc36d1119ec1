import type { FoundUser } from "./found-user";

/** Orders of the users list, each along an index. */
export const userOrders = [
  "newest",
  "oldest",
  "email",
  "email-descending",
  "last-sign-in",
] as const;
export type UserOrder = (typeof userOrders)[number];

const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

const comparisons: Record<UserOrder, (one: FoundUser, other: FoundUser) => number> = {
  newest: (one, other) => compareTexts(other.sub, one.sub),
  oldest: (one, other) => compareTexts(one.sub, other.sub),
  email: (one, other) => compareTexts(one.email.toLowerCase(), other.email.toLowerCase()),
  "email-descending": (one, other) =>
    compareTexts(other.email.toLowerCase(), one.email.toLowerCase()),
  "last-sign-in": (one, other) => (other.lastSignInAt ?? 0) - (one.lastSignInAt ?? 0),
};

/** Sorts the users of one page. Users without an email or a sign-in come last if the list is by it. */
export function sortUsers(users: readonly FoundUser[], order: UserOrder): FoundUser[] {
  const isLast = ({ email, lastSignInAt }: FoundUser) =>
    order === "last-sign-in" ? lastSignInAt === null : order.startsWith("email") && email === "";
  return users.toSorted(
    (one, other) => Number(isLast(one)) - Number(isLast(other)) || comparisons[order](one, other),
  );
}
