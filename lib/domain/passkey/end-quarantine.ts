import type { TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import { findPasskeyId } from "./passkey-id";

/**
 * Lets a passkey sign in before its quarantine ends. Changes nothing, and records nothing, if the
 * quarantine has ended.
 * @param reason why; the audit log keeps it
 * @throws NotFound
 */
export async function endQuarantine(
  ctx: TenancyContext,
  { passkeyId, reason }: { passkeyId: string; reason?: string | undefined },
): Promise<{ isChanged: boolean }> {
  const tenancyId = ctx.tenancy.id;
  const now = new Date(ctx.clock.now());
  const id = await findPasskeyId(ctx, ctx.db, passkeyId);
  return ctx.db.$transaction(async (tx) => {
    const { count } = await tx.passkey.updateMany({
      where: { tenancyId, id, quarantinedUntil: { gt: now } },
      data: { quarantinedUntil: now, updatedAt: now },
    });
    if (count === 0 && (await tx.passkey.count({ where: { tenancyId, id } })) === 0)
      throw new ServiceError("@error/NotFound");
    if (count > 0)
      await recordAudit(ctx, tx, {
        action: "passkey.quarantine-ended",
        target: { kind: "passkey", id },
        reason,
      });
    return { isChanged: count > 0 };
  });
}
