import type { Queryable, TenancyContext } from "@/lib/domain/context";

/**
 * The addresses that hear of what happens to an operator's account: owners of the installation,
 * owners of the tenancies where they have a role, and their own. @param ctx of the system tenancy
 */
export async function findOwnersToTell(
  ctx: TenancyContext,
  tx: Queryable,
  { sub, email }: { sub: string; email: string },
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ email: string }[]>`
    SELECT DISTINCT u."email" FROM "Operator" o JOIN "User" u ON u."tenancyId" = ${ctx.tenancy.id} AND u."sub" = o."sub"
    WHERE o."role" = 'owner' AND u."disabledAt" IS NULL AND u."email" <> ''
      AND (o."tenancyId" = ${ctx.tenancy.id} OR o."tenancyId" IN (SELECT mine."tenancyId" FROM "Operator" mine WHERE mine."sub" = ${sub}))`;
  return [...new Set([...rows.map((row) => row.email), email])];
}
