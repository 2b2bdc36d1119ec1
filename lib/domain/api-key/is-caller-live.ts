import type { TenancyContext } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";

/**
 * Builds the SQL condition that the tenancy and the API key, if a key acts, are still live. Long
 * operations check it repeatedly.
 */
export function isCallerLive(ctx: TenancyContext): Prisma.Sql {
  const tenancy = Prisma.sql`EXISTS (
    SELECT 1 FROM "Tenancy" t WHERE t."id" = ${ctx.tenancy.id} AND t."suspendedAt" IS NULL)`;
  if (ctx.actor.kind !== "apiKey") return tenancy;
  return Prisma.sql`${tenancy} AND EXISTS (
    SELECT 1 FROM "ApiKey" k
    WHERE k."tenancyId" = ${ctx.tenancy.id} AND k."id" = ${ctx.actor.id}
      AND k."lockedAt" IS NULL AND k."revokedAt" IS NULL
      AND (k."expiresAt" IS NULL OR k."expiresAt" > ${new Date(ctx.clock.now())}))`;
}
