import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";

/**
 * Locks the user's row, which makes the passkey cap exact.
 * @throws Forbidden if the user is disabled or gone
 */
export async function lockEnabledUser(
  ctx: TenancyContext,
  tx: Queryable,
  sub: string,
): Promise<void> {
  // Raw, because Prisma takes no row locks.
  const enabled = await tx.$executeRaw`
    SELECT 1 FROM "User"
    WHERE "tenancyId" = ${ctx.tenancy.id} AND "sub" = ${sub} AND "disabledAt" IS NULL FOR UPDATE`;
  if (enabled === 0)
    throw new ServiceError("@error/Forbidden", undefined, "This user is disabled.").about({ sub });
}
