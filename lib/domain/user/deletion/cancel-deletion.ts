import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { lockUser } from "@/lib/domain/user/lock-user";
import { withdrawDeletion } from "@/lib/domain/user/withdraw-deletion";
import { ServiceError } from "@/lib/errors";

/**
 * Withdraws a pending request in the caller's transaction, which has locked the user's row. Enables the
 * user, unless an operator or a backend disabled them meanwhile.
 * @returns when it was requested; null if none was pending
 */
export async function cancelPendingDeletion(
  ctx: TenancyContext,
  tx: Queryable,
  sub: string,
): Promise<Date | null> {
  const withdrawn = await withdrawDeletion(ctx, tx, sub);
  if (withdrawn === null) return null;
  if (!withdrawn.staysDisabled) {
    await tx.user.updateMany({
      where: { tenancyId: ctx.tenancy.id, sub },
      data: { disabledAt: null, disabledReason: null, updatedAt: new Date(ctx.clock.now()) },
    });
    await recordAudit(ctx, tx, { action: "user.enabled", target: { kind: "user", id: sub } });
  }
  return withdrawn.requestedAt;
}

/**
 * Cancels a user's request to delete the account, for an operator. The links to undo it end.
 * @returns `isChanged`: false if none was pending
 * @throws NotFound
 */
export const cancelDeletion = (ctx: TenancyContext, sub: string): Promise<{ isChanged: boolean }> =>
  ctx.db.$transaction(async (tx) => {
    if ((await lockUser(ctx, tx, sub)) === null) throw new ServiceError("@error/NotFound");
    return { isChanged: (await cancelPendingDeletion(ctx, tx, sub)) !== null };
  });
