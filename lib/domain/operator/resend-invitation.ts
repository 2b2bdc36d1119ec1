import { lifetimes } from "@/lib/config";
import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";
import { sendInvitation } from "./send-invitation";

/** Mails an open invitation again and gives it another seven days; the links of earlier mails keep their own end. @throws NotFound */
export async function resendInvitation(ctx: TenancyContext, id: string): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const [sent] = await tx.operatorInvitation.updateManyAndReturn({
      where: { tenancyId: ctx.tenancy.id, id, acceptedAt: null, revokedAt: null },
      data: { expiresAt: new Date(ctx.clock.now() + lifetimes.invitationMs) },
      select: { id: true, email: true, role: true },
    });
    if (sent === undefined) throw new ServiceError("@error/NotFound");
    await sendInvitation(ctx, tx, sent);
    await recordAudit(ctx, tx, { action: "operator.invited", target: { kind: "invitation", id }, detail: "again" });
  });
  ctx.mail.wake();
}
