import { z } from "zod";
import { getSystemTenancy } from "@/lib/domain/admin/operator/system-tenancy";
import type { TenancyContext } from "@/lib/domain/base/context";
import { operatorRoles } from "@/lib/domain/base/permission";
import { Prisma } from "@/prisma/generated/client";

const Row = z.object({
  sub: z.string(),
  email: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  role: z.enum(operatorRoles),
  createdAt: z.date(),
  lastSeenAt: z.date().nullable(),
  isDisabled: z.boolean(),
});

/** An operator with a role in the tenancy. `lastSeenAt` is null without a current session. */
export type Member = z.infer<typeof Row>;

const pageRows = 50;

/** Lists the tenancy's members, newest account first. `next` is the next page's `before`. */
export async function listMembers(
  ctx: TenancyContext,
  { before }: { before?: string | undefined } = {},
): Promise<{ members: Member[]; next: string | null }> {
  const system = await getSystemTenancy(ctx);
  // Raw, because operators have no relation to users, by whom Prisma could join.
  const members = await ctx.db.query(Row)`
    SELECT o."sub", u."email", u."givenName", u."familyName", o."role", o."createdAt",
      u."disabledAt" IS NOT NULL AS "isDisabled", (
        SELECT max(s."lastSeenAt") FROM "OperatorSession" s
        WHERE s."tenancyId" = u."tenancyId" AND s."sub" = u."sub") AS "lastSeenAt"
    FROM "Operator" o JOIN "User" u ON u."tenancyId" = ${system.id} AND u."sub" = o."sub"
    WHERE o."tenancyId" = ${ctx.tenancy.id}
      ${before === undefined ? Prisma.empty : Prisma.sql`AND o."sub" < ${before}`}
    ORDER BY o."sub" DESC LIMIT ${pageRows + 1}`;
  const shown = members.slice(0, pageRows);
  return { members: shown, next: members.length > pageRows ? (shown.at(-1)?.sub ?? null) : null };
}
