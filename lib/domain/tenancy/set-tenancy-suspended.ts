import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";

/** Turns every caller of the tenancy away from the next statement on; `suspended: false` lets them in again. */
export async function setTenancySuspended(ctx: TenancyContext, suspended: boolean): Promise<void> {
  const now = new Date(ctx.clock.now());
  await ctx.db.$transaction(async (tx) => {
    await tx.tenancy.update({ where: { id: ctx.tenancy.id }, data: { suspendedAt: suspended ? now : null, updatedAt: now } });
    await recordAudit(ctx, tx, { action: suspended ? "tenancy.suspended" : "tenancy.resumed", target: { kind: "tenancy", id: ctx.tenancy.id } });
  });
}
