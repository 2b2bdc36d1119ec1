import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";

/**
 * Refuses all the user's passkeys and outstanding codes from the next statement on; or lets them in
 * again. @throws NotFound
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
