import type { Queryable, TenancyContext } from "@/lib/domain/context";
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
  const users = await tx.$queryRaw<{ disabledAt: Date | null }[]>`
    SELECT "disabledAt" FROM "User" WHERE "tenancyId" = ${ctx.tenancy.id} AND "sub" = ${sub} FOR UPDATE`;
  if (users[0]?.disabledAt !== null)
    throw new ServiceError("@error/Forbidden", undefined, "This user is disabled.");
}
