import type { TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";

function isStaleCounter(error: unknown): boolean {
  if (!(error instanceof ServiceError) || error.tag !== "@error/VerificationFailed") return false;
  const { reason } = (error as ServiceError<"@error/VerificationFailed">).extra;
  return reason === "signature-counter";
}

async function recordStaleCounter(ctx: TenancyContext, passkeyId: string): Promise<void> {
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

/**
 * Runs `work`, the rest of a sign-in. If its signature counter has not increased, records that on the
 * passkey and in the audit log (WebAuthn L3 §7.2 step 22). The stored counter stays.
 */
export async function recordingStaleCounter<T>(
  ctx: TenancyContext,
  passkey: { passkeyId: string } | null,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (passkey !== null && isStaleCounter(error)) await recordStaleCounter(ctx, passkey.passkeyId);
    throw error;
  }
}
