import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";
import { type FoundUser, foundUserColumns, toFoundUser, UserRow } from "./found-user";
import type { UserFilter } from "./user-filter";
import type { UserOrder } from "./user-order";
import { scanUsers, type UserPosition, type UserScan } from "./user-scan";

export interface UserPage {
  users: FoundUser[];
  /** `after` of the next page; null on the last page. */
  next: string | null;
  /** The scan limit ended the page before it was full. The next page continues from there. */
  isPartial: boolean;
}

/** `horizon`: the last row of a scan that read as many rows as it may. */
const PageRow = z.union([
  UserRow.extend({ key: z.string(), horizon: z.string().nullable() }),
  z.object({ sub: z.null(), horizon: z.string().nullable() }),
]);

/** Selects one page of users, or one row without a user. Raw, because Prisma doesn't compare rows. */
export function pageStatement(tenancyId: string, scan: UserScan): Prisma.Sql {
  const { users, rest, limit } = scanUsers(tenancyId, scan);
  const horizon =
    rest === null
      ? Prisma.sql`NULL::text`
      : Prisma.sql`(SELECT "key" FROM scanned WHERE "number" = ${limit})`;
  return Prisma.sql`
    WITH scanned AS MATERIALIZED (${users})
    SELECT s."horizon", f.*
    FROM (SELECT ${horizon} AS "horizon") s
    LEFT JOIN (
      SELECT u."key", u."number", ${foundUserColumns} FROM (
        SELECT * FROM scanned u WHERE ${rest ?? Prisma.sql`TRUE`}
        ORDER BY u."number" LIMIT ${scan.rows}
      ) u
    ) f ON TRUE
    ORDER BY f."number"`;
}

interface Query {
  /**
   * Default: newest. By email, the list contains only users with an email; by last sign-in, only
   * those whose sign-in is still in the timeline.
   */
  order?: UserOrder | undefined;
  filter?: UserFilter;
  /** `next` of the previous page. An unknown one starts over. */
  after?: string | undefined;
  rows: number;
}

async function findPosition(
  { db, tenancy }: TenancyContext,
  { order, after }: Pick<Query, "order" | "after">,
): Promise<UserPosition | null> {
  if (after === undefined) return null;
  const key = after.replaceAll("\0", "");
  if (order === "last-sign-in") return { key, emailNormalized: null };
  const user = await db.user.findUnique({
    where: { tenancyId_sub: { tenancyId: tenancy.id, sub: key } },
    select: { emailNormalized: true },
  });
  return user === null ? null : { key, ...user };
}

/**
 * Lists a tenancy's users in pages. One statement, and one more after the first page. Filters
 * without an index are checked on at most `limits.consoleScanRows` users a page.
 */
export async function listUsers(
  ctx: TenancyContext,
  { order = "newest", filter = {}, after, rows }: Query,
): Promise<UserPage> {
  const position = await findPosition(ctx, { order, after });
  // One extra row shows whether there are more.
  const found = await ctx.db.query(PageRow)(
    pageStatement(ctx.tenancy.id, { order, after: position, filter, rows: rows + 1 }),
  );
  const users = found.filter((row) => row.sub !== null);
  const shown = users.slice(0, rows);
  const horizon = found[0]?.horizon ?? null;
  const isFull = users.length > rows;
  return {
    users: shown.map(toFoundUser),
    next: isFull ? (shown.at(-1)?.key ?? null) : horizon,
    isPartial: !isFull && horizon !== null,
  };
}

/** Returns whether the list by email leaves out a user. */
export async function hasUsersWithoutEmail({ db, tenancy }: TenancyContext): Promise<boolean> {
  const where = { tenancyId: tenancy.id, emailNormalized: null };
  return (await db.user.count({ where, take: 1 })) > 0;
}
