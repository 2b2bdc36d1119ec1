import type { OperatorSession } from "@/lib/domain/admin/operator/session/find-session";
import { asOperator } from "@/lib/domain/admin/operator/system-tenancy";
import type { TenancyContext } from "@/lib/domain/base/context";
import { deletePasskeys } from "@/lib/domain/passkey/delete-passkeys";
import { lockPasskeys } from "@/lib/domain/passkey/lock-passkeys";
import { keepAnOwnerAdmitted } from "@/lib/domain/passkey/policy/keep-an-owner-admitted";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";

/**
 * Deletes one of the operator's own passkeys and ends the sessions that use it. The last trusted
 * passkey stays, because adding another one needs it.
 * @throws NotFound · Forbidden for the last trusted passkey, or the last of an owner that the passkey
 * policy admits
 */
export async function removeOwnPasskey(
  ctx: TenancyContext,
  { sub }: OperatorSession,
  passkeyId: string,
): Promise<void> {
  const tenancyId = ctx.tenancy.id;
  const own = asOperator(ctx, sub);
  await ctx.db.$transaction(async (tx) => {
    await keepAnOwnerAdmitted(ctx, tx, { passkeyIds: [passkeyId] });
    // Lock all of the operator's passkeys, so that the second of two concurrent removals counts
    // only what the first one left.
    const ids = await lockPasskeys(ctx, tx, { sub });
    if (!ids.includes(passkeyId)) throw new ServiceError("@error/NotFound");
    const trusted = { trustedFrom: { lte: new Date(ctx.clock.now()) } };
    const left = await tx.passkey.count({
      where: { tenancyId, sub, id: { not: passkeyId }, disabledAt: null, operatorPasskey: trusted },
    });
    if (left === 0)
      throw new ServiceError(
        "@error/Forbidden",
        undefined,
        "This is your last trusted passkey. Add another before you remove it.",
      );
    await tx.operatorSession.deleteMany({ where: { tenancyId, sub, passkeyId } });
    await deletePasskeys(own, tx, { passkeyIds: [passkeyId] });
    await recordAudit(own, tx, {
      action: "operator.passkey-removed",
      target: { kind: "passkey", id: passkeyId },
    });
  });
}
