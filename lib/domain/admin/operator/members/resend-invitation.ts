import { getSystemTenancy } from "@/lib/domain/admin/operator/get-system-tenancy";
import type { TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";
import { sendInvitation } from "./send-invitation";

/**
 * Emails an open invitation again and extends it by seven days. Links in earlier emails keep their
 * expiry. @throws NotFound · RateLimited
 */
export async function resendInvitation(ctx: TenancyContext, id: string): Promise<void> {
  const system = await getSystemTenancy(ctx);
  await ctx.db.$transaction(async (tx) => {
    const [sent] = await tx.operatorInvitation.updateManyAndReturn({
      where: { tenancyId: ctx.tenancy.id, id, acceptedAt: null, revokedAt: null },
      data: { expiresAt: new Date(ctx.clock.now() + lifetimes.invitationMs) },
      select: { id: true, email: true, role: true },
    });
    if (sent === undefined) throw new ServiceError("@error/NotFound");
    await sendInvitation(ctx, tx, { ...sent, system });
    await recordAudit(ctx, tx, {
      action: "operator.invited",
      target: { kind: "invitation", id },
      detail: "again",
    });
  });
  ctx.deliveries.wake();
}
