import type { FindAllPasskeys, ListPasskeys } from "@/lib/contract/passkey";
import type { TenancyContext } from "@/lib/domain/context";
import { findUserByUserId } from "@/lib/domain/user/find-registrant";
import { badRequest } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import { readCursor, writeCursor, type ListPosition } from "./list-cursor";
import { summaryColumns, SummaryRow, toPasskeySummary } from "./passkey-row";

// Sorts after every id.
const beforeTheFirst = "~";

function positionOf(
  ctx: TenancyContext,
  { cursor, userId, enabled }: ListPasskeys,
): Partial<ListPosition> {
  if (cursor === undefined) return { userId, enabled };
  const position = readCursor(ctx, cursor);
  for (const [name, asked, walked] of [
    ["userId", userId, position.userId],
    ["enabled", enabled, position.enabled],
  ] as const)
    if (asked !== undefined && asked !== walked)
      throw badRequest(
        name,
        "is not what the walk of this cursor began with; begin again without the cursor",
      );
  return position;
}

/**
 * The statement of one page; every shape of it walks an index that is already in order. By `sub`, a
 * user's few passkeys are walked and the rest of the filter is checked on each.
 */
function listStatement(
  tenancyId: string,
  {
    after,
    sub,
    enabled,
    rows,
  }: {
    after?: string | undefined;
    sub?: string | undefined;
    enabled?: boolean | undefined;
    rows: number;
  },
): Prisma.Sql {
  const ofUser = sub === undefined ? Prisma.empty : Prisma.sql`AND p."sub" = ${sub}`;
  const ofState =
    enabled === undefined
      ? Prisma.empty
      : enabled
        ? Prisma.sql`AND p."disabledAt" IS NULL`
        : Prisma.sql`AND p."disabledAt" IS NOT NULL`;
  return Prisma.sql`
    SELECT ${summaryColumns}
    FROM (
      SELECT * FROM "Passkey" p
      WHERE p."tenancyId" = ${tenancyId} AND p."id" < ${after ?? beforeTheFirst} ${ofUser} ${ofState}
      ORDER BY p."id" DESC LIMIT ${rows}
    ) p JOIN "User" u ON u."tenancyId" = p."tenancyId" AND u."sub" = p."sub"
    ORDER BY p."id" DESC`;
}

/**
 * A page of the tenancy's passkeys, newest first. Keyset: ids never change, so a walk sees each
 * passkey that existed when it began and still does exactly once. One round trip, and one more to
 * find the user where one is named.
 * @throws BadRequest for a cursor that is not ours, or of a walk with other filters
 */
export async function listPasskeys(
  ctx: TenancyContext,
  query: ListPasskeys,
): Promise<FindAllPasskeys> {
  const { after, userId, enabled } = positionOf(ctx, query);
  const user = userId === undefined ? undefined : await findUserByUserId(ctx, ctx.db, userId);
  if (user === null) return { _tag: "FindAllPasskeys", cursor: null, records: [] };
  // One row more than asked for tells whether there is another page.
  const found = SummaryRow.array().parse(
    await ctx.run(
      listStatement(ctx.tenancy.id, { after, sub: user?.sub, enabled, rows: query.limit + 1 }),
    ),
  );
  const shown = found.slice(0, query.limit);
  const last = shown.at(-1);
  const cursor =
    last === undefined || found.length === shown.length
      ? null
      : writeCursor(ctx, { after: last.id, userId, enabled });
  return { _tag: "FindAllPasskeys", cursor, records: shown.map(toPasskeySummary) };
}
