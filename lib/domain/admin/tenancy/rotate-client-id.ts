import type { TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import { refuseSystemTenancy } from "./delete-tenancy";

/**
 * Replaces the tenancy's client id. Pages that send the old one are refused immediately.
 * @throws Forbidden · NotFound
 */
export async function rotateClientId(ctx: TenancyContext): Promise<{ clientId: string }> {
  refuseSystemTenancy(ctx.tenancy);
  const { id } = ctx.tenancy;
  const clientId = ctx.createId();
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.tenancy.updateMany({
      where: { id, deletedAt: null },
      data: { clientId, updatedAt: new Date(ctx.clock.now()) },
    });
    if (count === 0) throw new ServiceError("@error/NotFound");
    await recordAudit(ctx, tx, {
      action: "tenancy.client-id-rotated",
      target: { kind: "tenancy", id },
    });
  });
  return { clientId };
}
