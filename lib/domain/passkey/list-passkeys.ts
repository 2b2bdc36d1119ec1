import { z } from "zod";
import type { FindAllPasskeys, ListPasskeys, Passkey } from "@/lib/contract/passkey";
import type { TenancyContext } from "@/lib/domain/base/context";
import { readCursor, requireSameFilters, writeCursor } from "@/lib/domain/base/list-cursor";
import { findUserByUserId } from "@/lib/domain/user/find-user-by-user-id";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import { findPasskeyId } from "./passkey-id";
import {
  passkeyColumns,
  PasskeyRow,
  summaryColumns,
  SummaryRow,
  toPasskey,
  toPasskeySummary,
} from "./passkey-row";

/** The position in the list, and its filters. */
const ListPosition = z.object({
  /** Id of the last passkey shown. */
  after: z.string(),
  userId: z.string().optional(),
  enabled: z.boolean().optional(),
});
type ListPosition = z.infer<typeof ListPosition>;

const cursors = { purpose: "list-cursor", Position: ListPosition } as const;

/** Sorts after every id. */
const afterNewestId = "~";

function positionOf(
  ctx: TenancyContext,
  { cursor, userId, enabled }: ListPasskeys,
): Partial<ListPosition> {
  if (cursor === undefined) return { userId, enabled };
  const position = readCursor(ctx, cursors, cursor);
  requireSameFilters({ userId, enabled }, position);
  return position;
}

/**
 * Builds the statement of one page. Each combination of filters reads an index in its order; with
 * `sub`, `enabled` is checked on each of the user's few passkeys.
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
      WHERE p."tenancyId" = ${tenancyId} AND p."id" < ${after ?? afterNewestId} ${ofUser} ${ofState}
      ORDER BY p."id" DESC LIMIT ${rows}
    ) p JOIN "User" u ON u."tenancyId" = p."tenancyId" AND u."sub" = p."sub"
    ORDER BY p."id" DESC`;
}

/**
 * Lists a page of the tenancy's passkeys, newest first. Keyset pagination: ids never change, so the
 * pages show each passkey that exists throughout exactly once. One round trip, and one more to find
 * the user by `userId`.
 * @throws BadRequest when the cursor is invalid or was issued with other filters
 */
export async function listPasskeys(
  ctx: TenancyContext,
  query: ListPasskeys,
): Promise<FindAllPasskeys> {
  const { after, userId, enabled } = positionOf(ctx, query);
  const user = userId === undefined ? undefined : await findUserByUserId(ctx, ctx.db, userId);
  if (user === null) return { _tag: "FindAllPasskeys", cursor: null, records: [] };
  // One more row than requested shows whether there is another page.
  const found = await ctx.db.query(SummaryRow)(
    listStatement(ctx.tenancy.id, { after, sub: user?.sub, enabled, rows: query.limit + 1 }),
  );
  const shown = found.slice(0, query.limit);
  const last = shown.at(-1);
  const cursor =
    last === undefined || found.length === shown.length
      ? null
      : writeCursor(ctx, cursors.purpose, { after: last.id, userId, enabled });
  return { _tag: "FindAllPasskeys", cursor, records: shown.map(toPasskeySummary) };
}

/** @throws NotFound */
export async function getPasskey(ctx: TenancyContext, passkeyId: string): Promise<Passkey> {
  const id = await findPasskeyId(ctx, ctx.db, passkeyId);
  const [row] = await ctx.db.query(PasskeyRow)`
    SELECT ${passkeyColumns} FROM "Passkey" p JOIN "User" u ON u."tenancyId" = p."tenancyId" AND u."sub" = p."sub"
    WHERE p."tenancyId" = ${ctx.tenancy.id} AND p."id" = ${id}`;
  if (row === undefined) throw new ServiceError("@error/NotFound");
  return toPasskey(ctx, row);
}
