import { z } from "zod";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";

/**
 * Finds the email addresses to notify about a change to an operator's account: the installation's
 * owners, the owners of the operator's tenancies, and the operator.
 * @param ctx of the system tenancy
 */
export async function findOwnersToNotify(
  ctx: TenancyContext,
  tx: Queryable,
  { sub, email }: { sub: string; email: string },
): Promise<string[]> {
  // Raw: one statement instead of three, because operators have no relation to users.
  const rows = await tx.query(z.object({ email: z.string() }))`
    SELECT DISTINCT u."email"
    FROM "Operator" o JOIN "User" u ON u."tenancyId" = ${ctx.tenancy.id} AND u."sub" = o."sub"
    WHERE o."role" = 'owner' AND u."disabledAt" IS NULL AND u."email" <> ''
      AND (o."tenancyId" = ${ctx.tenancy.id} OR o."tenancyId" IN (
        SELECT own."tenancyId" FROM "Operator" own WHERE own."sub" = ${sub}))`;
  return [...new Set([...rows.map((row) => row.email), email])];
}
