import type { TenancyContext } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";
import { foundUserColumns, toFoundUser, UserRow, type FoundUser } from "./found-user";

/** Orders of the list, each along an index. */
export const userOrders = ["newest", "oldest", "email", "email-descending"] as const;
export type UserOrder = (typeof userOrders)[number];

export interface UserPage {
  users: FoundUser[];
  /** `after` of the next page; null on the last page. */
  next: string | null;
}

/** The last user of the previous page. */
interface Position {
  sub: string;
  emailNormalized: string | null;
}

/** The condition on rows after a position, and their order. Emails can repeat, `sub` can't. */
function walkOf(order: UserOrder, after: Position | null): { range: Prisma.Sql; by: Prisma.Sql } {
  const isByEmail = order === "email" || order === "email-descending";
  const isDescending = order === "newest" || order === "email-descending";
  const [compare, direction] = isDescending
    ? [Prisma.raw("<"), Prisma.raw("DESC")]
    : [Prisma.raw(">"), Prisma.raw("ASC")];
  if (!isByEmail)
    return {
      range: after === null ? Prisma.sql`TRUE` : Prisma.sql`u."sub" ${compare} ${after.sub}`,
      by: Prisma.sql`u."sub" ${direction}`,
    };
  return {
    range:
      after === null || after.emailNormalized === null
        ? Prisma.sql`u."emailNormalized" IS NOT NULL`
        : Prisma.sql`
          (u."emailNormalized", u."sub") ${compare} (${after.emailNormalized}, ${after.sub})`,
    by: Prisma.sql`u."emailNormalized" ${direction}, u."sub" ${direction}`,
  };
}

/** Selects one page of users in an order. Raw, because Prisma doesn't compare rows. */
export function pageStatement(
  tenancyId: string,
  { order, after, rows }: { order: UserOrder; after: Position | null; rows: number },
): Prisma.Sql {
  const { range, by } = walkOf(order, after);
  return Prisma.sql`
    SELECT ${foundUserColumns}
    FROM (
      SELECT * FROM "User" u WHERE u."tenancyId" = ${tenancyId} AND ${range}
      ORDER BY ${by} LIMIT ${rows}
    ) u
    ORDER BY ${by}`;
}

interface Query {
  /** Default: newest. By email, the list contains only users with an email. */
  order?: UserOrder | undefined;
  /** `next` of the previous page. An unknown one starts over. */
  after?: string | undefined;
  rows: number;
}

/** Lists a tenancy's users in pages. One statement, and one more after the first page. */
export async function listUsers(
  { db, tenancy }: TenancyContext,
  { order = "newest", after, rows }: Query,
): Promise<UserPage> {
  const position =
    after === undefined
      ? null
      : await db.user.findUnique({
          where: { tenancyId_sub: { tenancyId: tenancy.id, sub: after.replaceAll("\0", "") } },
          select: { sub: true, emailNormalized: true },
        });
  // One extra row shows whether there are more.
  const found = await db.query(UserRow)(
    pageStatement(tenancy.id, { order, after: position, rows: rows + 1 }),
  );
  const shown = found.slice(0, rows);
  return {
    users: shown.map(toFoundUser),
    next: found.length > rows ? (shown.at(-1)?.sub ?? null) : null,
  };
}

/** Returns whether the list by email leaves out a user. */
export async function hasUsersWithoutEmail({ db, tenancy }: TenancyContext): Promise<boolean> {
  const where = { tenancyId: tenancy.id, emailNormalized: null };
  return (await db.user.count({ where, take: 1 })) > 0;
}
