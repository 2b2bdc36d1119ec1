import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import type { User } from "@/prisma/generated/client";

/** Locks a user's row until the transaction ends, and then reads it. Returns null without one. */
export async function lockUser(
  { tenancy }: TenancyContext,
  tx: Queryable,
  sub: string,
): Promise<User | null> {
  await tx.$executeRaw`
    SELECT 1 FROM "User" WHERE "tenancyId" = ${tenancy.id} AND "sub" = ${sub} FOR UPDATE`;
  return tx.user.findUnique({ where: { tenancyId_sub: { tenancyId: tenancy.id, sub } } });
}
