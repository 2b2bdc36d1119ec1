import { z } from "zod";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";

const Row = z.object({ sub: z.string(), email: z.string() });

/**
 * Finds the enabled operator who owns an email and has a role in any tenancy. It runs the same
 * statement for every address, so its timing does not reveal operators.
 */
export async function findOperatorByEmail(
  ctx: TenancyContext,
  normalized: string,
  tx: Queryable = ctx.db,
): Promise<{ sub: string; email: string } | null> {
  const [operator] = await tx.query(Row)`
    SELECT u."sub", u."email" FROM "User" u
    WHERE u."tenancyId" = ${ctx.tenancy.id} AND u."emailNormalized" = ${normalized}
      AND (u."emailVerified" OR u."emailVouched") AND u."disabledAt" IS NULL
      AND EXISTS (SELECT 1 FROM "Operator" o WHERE o."sub" = u."sub")`;
  return operator ?? null;
}
