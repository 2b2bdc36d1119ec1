import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";

/**
 * Records on the passkey and in the audit log that a sign-in was refused because its signature
 * counter has not increased (WebAuthn L3 §7.2 step 22). The stored counter stays.
 */
export async function recordStaleCounter(ctx: TenancyContext, passkeyId: string): Promise<void> {
  const tenancyId = ctx.tenancy.id;
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.passkey.updateMany({
      where: { tenancyId, id: passkeyId },
      data: { signCountRegressedAt: new Date(ctx.clock.now()) },
    });
    if (count > 0)
      await recordAudit(ctx, tx, {
        action: "passkey.sign-count-regressed",
        target: { kind: "passkey", id: passkeyId },
      });
  });
}
