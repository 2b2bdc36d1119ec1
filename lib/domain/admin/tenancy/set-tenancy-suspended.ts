import { endAccountSessions } from "@/lib/domain/access/end-account-sessions";
import type { TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { refuseSystemTenancy } from "./refuse-system-tenancy";

/**
 * Suspends or resumes a tenancy. All requests to a suspended tenancy are refused immediately. Does
 * nothing if the state is the same or the tenancy was deleted.
 * @throws Forbidden for the system tenancy
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
    if (count === 1 && suspended) await endAccountSessions(ctx, tx, { all: true });
    if (count === 1)
      await recordAudit(ctx, tx, {
        action: suspended ? "tenancy.suspended" : "tenancy.resumed",
        target: { kind: "tenancy", id },
      });
  });
}
