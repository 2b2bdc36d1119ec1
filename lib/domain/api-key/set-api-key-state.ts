import { type AuditAction, recordAudit } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";
import type { Prisma } from "@/prisma/generated/client";

async function setState(
  ctx: TenancyContext,
  id: string,
  action: AuditAction,
  data: Prisma.ApiKeyUpdateManyMutationInput,
  reason?: string,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.apiKey.updateMany({
      where: { tenancyId: ctx.tenancy.id, id, revokedAt: null },
      data,
    });
    if (count === 0) throw new ServiceError("@error/NotFound");
    await recordAudit(ctx, tx, { action, target: { kind: "api-key", id }, reason });
  });
}

/**
 * Refuses the key and the ceremonies it authorized until it is unlocked.
 * @throws NotFound if the key is unknown or revoked
 */
export const lockApiKey = (ctx: TenancyContext, id: string, reason?: string) =>
  setState(ctx, id, "api-key.locked", { lockedAt: new Date(ctx.clock.now()) }, reason);

/** @throws NotFound if the key is unknown or revoked */
export const unlockApiKey = (ctx: TenancyContext, id: string) =>
  setState(ctx, id, "api-key.unlocked", { lockedAt: null });

/**
 * Refuses the key and the ceremonies it authorized, permanently.
 * @throws NotFound if the key is unknown or already revoked
 */
export const revokeApiKey = (ctx: TenancyContext, id: string, reason?: string) =>
  setState(ctx, id, "api-key.revoked", { revokedAt: new Date(ctx.clock.now()) }, reason);
