import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { refuseSystemTenancy } from "./refuse-system-tenancy";

/**
 * Turns every caller of the tenancy away from the next statement on; `suspended: false` lets them
 * in again. Changes and audits nothing where it is so already, or where the tenancy is gone.
 * @throws Forbidden
 */
export async function setTenancySuspended(ctx: TenancyContext, suspended: boolean): Promise<void> {
  refuseSystemTenancy(ctx.tenancy);
  const { id } = ctx.tenancy;
  const now = new Date(ctx.clock.now());
  await ctx.db.$transaction(async (tx) => {
    const where = { id, deletedAt: null, suspendedAt: suspended ? null : { not: null } };
    const { count } = await tx.tenancy.updateMany({
      where,
      data: { suspendedAt: suspended ? now : null, updatedAt: now },
    });
    if (count === 1)
      await recordAudit(ctx, tx, {
        action: suspended ? "tenancy.suspended" : "tenancy.resumed",
        target: { kind: "tenancy", id },
      });
  });
}
