import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";

/** Refuses the passkey and its outstanding codes from the next statement on; or lets it in again. @throws NotFound */
export async function setPasskeyDisabled(ctx: TenancyContext, passkeyId: string, disabled: boolean, reason?: string): Promise<void> {
  const now = new Date(ctx.clock.now());
  const data = disabled ? { disabledAt: now, disabledReason: reason ?? null } : { disabledAt: null, disabledReason: null };
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.passkey.updateMany({ where: { tenancyId: ctx.tenancy.id, id: passkeyId }, data: { ...data, updatedAt: now } });
    if (count === 0) throw new ServiceError("@error/NotFound");
    await recordAudit(ctx, tx, { action: disabled ? "passkey.disabled" : "passkey.enabled", target: { kind: "passkey", id: passkeyId } });
  });
}
