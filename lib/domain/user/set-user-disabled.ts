import { endAccountSessions } from "@/lib/domain/account-session/end-account-sessions";
import { readReason, recordAudit } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";

/**
 * Disables or enables a user. A disabled user's passkeys and hosted sign-ins are refused
 * immediately. A mailbox code of the backend names an email and no user, so the backend must check
 * `enabled`. A user already in that state keeps their date and reason.
 * @param reason why the user is disabled; operators see it
 * @throws NotFound
 */
export async function setUserDisabled(
  ctx: TenancyContext,
  sub: string,
  disabled: boolean,
  reason?: string,
): Promise<void> {
  const now = new Date(ctx.clock.now());
  const tenancyId = ctx.tenancy.id;
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { tenancyId, sub, disabledAt: disabled ? null : { not: null } },
      data: {
        disabledAt: disabled ? now : null,
        disabledReason: disabled ? readReason(reason) : null,
        updatedAt: now,
      },
    });
    if (count > 0 && disabled) await endAccountSessions(ctx, tx, { sub });
    if (count > 0)
      await recordAudit(ctx, tx, {
        action: disabled ? "user.disabled" : "user.enabled",
        target: { kind: "user", id: sub },
        reason,
      });
    else if ((await tx.user.count({ where: { tenancyId, sub } })) === 0)
      throw new ServiceError("@error/NotFound");
  });
}
