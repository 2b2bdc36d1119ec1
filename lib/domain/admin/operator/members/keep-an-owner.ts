import { z } from "zod";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";

/**
 * Refuses to remove the last owner of a tenancy or of the installation. It locks all owners, so the
 * second of two concurrent removals sees what the first one left.
 * @throws Forbidden if this is the last owner
 */
export async function keepAnOwner(ctx: TenancyContext, tx: Queryable, sub: string): Promise<void> {
  // Raw, because Prisma takes no row locks.
  const owners = await tx.query(z.object({ sub: z.string() }))`
    SELECT "sub" FROM "Operator" WHERE "tenancyId" = ${ctx.tenancy.id} AND "role" = 'owner'
    ORDER BY "sub" FOR UPDATE`;
  if (owners.length === 1 && owners[0]?.sub === sub)
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "This is the last owner here. Make another member an owner first.",
    );
}
