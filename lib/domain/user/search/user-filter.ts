import { allOf } from "@/lib/domain/base/bounded-scan";
import { Prisma } from "@/prisma/generated/client";
import type { FoundUser } from "./found-user";

/** The filters of the console's users list, each with its values. */
export const userFilters = {
  state: ["active", "disabled"],
  email: ["verified", "unverified", "none"],
  passkeys: ["none", "some", "disabled"],
} as const;

type Filters = typeof userFilters;
/** A missing filter matches every user. */
export type UserFilter = { [Name in keyof Filters]?: Filters[Name][number] | undefined };

export const isUserFiltered = (filter: UserFilter): boolean =>
  Object.keys(userFilters).some((name) => filter[name as keyof Filters] !== undefined);

const hasPasskey = Prisma.sql`EXISTS (
  SELECT FROM "Passkey" p WHERE p."tenancyId" = u."tenancyId" AND p."sub" = u."sub")`;

const hasDisabledPasskey = Prisma.sql`EXISTS (
  SELECT FROM "Passkey" p
  WHERE p."tenancyId" = u."tenancyId" AND p."sub" = u."sub" AND p."disabledAt" IS NOT NULL)`;

const conditions = {
  state: {
    active: Prisma.sql`u."disabledAt" IS NULL`,
    disabled: Prisma.sql`u."disabledAt" IS NOT NULL`,
  },
  email: {
    verified: Prisma.sql`u."emailVerified"`,
    unverified: Prisma.sql`NOT u."emailVerified" AND u."email" <> ''`,
    none: Prisma.sql`u."email" = ''`,
  },
  passkeys: {
    none: Prisma.sql`NOT ${hasPasskey}`,
    some: hasPasskey,
    disabled: hasDisabledPasskey,
  },
} satisfies { [Name in keyof Filters]: Record<Filters[Name][number], Prisma.Sql> };

/** Builds the condition on user `u`; undefined for a filter that matches every user. */
export const matchesFilter = ({ state, email, passkeys }: UserFilter): Prisma.Sql | undefined =>
  allOf([
    state && conditions.state[state],
    email && conditions.email[email],
    passkeys && conditions.passkeys[passkeys],
  ]);

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
