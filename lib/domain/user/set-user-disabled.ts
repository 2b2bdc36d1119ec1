import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";

/**
 * Disables or enables a user. A disabled user's passkeys and codes are refused immediately.
 * @throws NotFound
 */
export async function setUserDisabled(
  ctx: TenancyContext,
  sub: string,
  disabled: boolean,
): Promise<void> {
  const now = new Date(ctx.clock.now());
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { tenancyId: ctx.tenancy.id, sub },
      data: { disabledAt: disabled ? now : null, updatedAt: now },
    });
    if (count === 0) throw new ServiceError("@error/NotFound");
    await recordAudit(ctx, tx, {
      action: disabled ? "user.disabled" : "user.enabled",
      target: { kind: "user", id: sub },
    });
  });
}
