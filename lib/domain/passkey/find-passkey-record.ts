import type { TenancyContext } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";
import { newestFirst } from "./passkey-row";
import { recordColumns, RecordRow, toPasskeyRecord, type PasskeyRecord } from "./passkey-record";

const recordsWhere = (condition: Prisma.Sql) => Prisma.sql`
  SELECT ${recordColumns}
  FROM "Passkey" p JOIN "User" u ON u."tenancyId" = p."tenancyId" AND u."sub" = p."sub"
  WHERE ${condition}`;

export async function findPasskeyRecord(
  ctx: TenancyContext,
  passkeyId: string,
): Promise<PasskeyRecord | null> {
  const [row] = await ctx.db.query(RecordRow)(
    recordsWhere(Prisma.sql`p."tenancyId" = ${ctx.tenancy.id} AND p."id" = ${passkeyId}`),
  );
  return row === undefined ? null : toPasskeyRecord(ctx, row);
}

/** Lists a user's passkeys, newest first. The limit per user bounds the list. */
export async function listPasskeyRecordsOf(
  ctx: TenancyContext,
  sub: string,
): Promise<PasskeyRecord[]> {
  const rows = await ctx.db.query(RecordRow)(
    recordsWhere(Prisma.sql`p."tenancyId" = ${ctx.tenancy.id} AND p."sub" = ${sub}`),
  );
  return rows.sort(newestFirst).map((row) => toPasskeyRecord(ctx, row));
}
