import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";

/**
 * Asks again, at the last moment, what `options` relied on; the rows stay locked until the passkey
 * is written.
 */
export async function requireLiveCaller(
  ctx: TenancyContext,
  tx: Queryable,
  apiKeyId: string | null,
): Promise<void> {
  const tenancies = await tx.$queryRaw<
    unknown[]
  >`SELECT 1 FROM "Tenancy" WHERE "id" = ${ctx.tenancy.id} AND "suspendedAt" IS NULL FOR SHARE`;
  if (tenancies.length === 0) throw new ServiceError("@error/InvalidTenancy");
  if (apiKeyId === null) return;
  const keys = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "ApiKey" WHERE "tenancyId" = ${ctx.tenancy.id} AND "id" = ${apiKeyId} AND "revokedAt" IS NULL AND "lockedAt" IS NULL FOR SHARE`;
  if (keys.length === 0) throw new ServiceError("@error/InvalidToken");
}
