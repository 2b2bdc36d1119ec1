import { z } from "zod";
import type { RunStatement, TenancyContext } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";

const Row = z.object({ sub: z.string(), email: z.string() });

/**
 * Finds the enabled operator who owns an email and has a role in any tenancy. It runs the same
 * statement for every address, so its timing does not reveal operators.
 */
export async function findOperatorByEmail(
  ctx: TenancyContext,
  normalized: string,
  run: RunStatement = ctx.run,
): Promise<{ sub: string; email: string } | null> {
  const [row] = await run(Prisma.sql`
    SELECT u."sub", u."email" FROM "User" u
    WHERE u."tenancyId" = ${ctx.tenancy.id} AND u."emailNormalized" = ${normalized}
      AND (u."emailVerified" OR u."emailVouched") AND u."disabledAt" IS NULL
      AND EXISTS (SELECT 1 FROM "Operator" o WHERE o."sub" = u."sub")`);
  return row === undefined ? null : Row.parse(row);
}
