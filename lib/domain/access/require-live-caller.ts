import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";

/**
 * Checks again that the tenancy and the API key behind a ceremony are active, and locks both rows
 * until the transaction ends.
 * @param apiKeyId null for self-service and the hosted pages
 * @throws InvalidTenancy when suspended · InvalidToken when the key is revoked or locked
 */
export async function requireLiveCaller(
  ctx: TenancyContext,
  tx: Queryable,
  apiKeyId: string | null,
): Promise<void> {
  // Raw, because Prisma takes no row locks.
  const tenancies = await tx.$executeRaw`
    SELECT 1 FROM "Tenancy" WHERE "id" = ${ctx.tenancy.id} AND "suspendedAt" IS NULL FOR SHARE`;
  if (tenancies === 0) throw new ServiceError("@error/InvalidTenancy");
  if (apiKeyId === null) return;
  const keys = await tx.$executeRaw`
    SELECT 1 FROM "ApiKey"
    WHERE "tenancyId" = ${ctx.tenancy.id} AND "id" = ${apiKeyId} AND "revokedAt" IS NULL AND "lockedAt" IS NULL
    FOR SHARE`;
  if (keys === 0) throw new ServiceError("@error/InvalidToken");
}
