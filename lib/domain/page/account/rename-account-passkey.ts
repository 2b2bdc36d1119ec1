import type { TenancyContext } from "@/lib/domain/base/context";
import { oneLine } from "@/lib/domain/base/one-line";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import { type AccountSession, requireAccountAccess } from "./account-session";
import { labelCharacters } from "./decide-account-access";

/**
 * Names a passkey for its user. An empty name removes the name.
 * @throws InvalidToken when the session has ended · Forbidden · NotFound for a passkey of another user
 */
export async function renameAccountPasskey(
  ctx: TenancyContext,
  session: AccountSession,
  { passkeyId, label }: { passkeyId: string; label: string },
): Promise<void> {
  const now = new Date(ctx.clock.now());
  const chosen = [...oneLine(label)].slice(0, labelCharacters).join("").trim();
  await ctx.db.$transaction(async (tx) => {
    const { sub } = await requireAccountAccess(ctx, tx, session, "change");
    const { count } = await tx.passkey.updateMany({
      where: { tenancyId: ctx.tenancy.id, sub, id: passkeyId },
      data: { label: chosen === "" ? null : chosen, updatedAt: now },
    });
    if (count === 0) throw new ServiceError("@error/NotFound");
    await recordAudit(ctx, tx, {
      action: "passkey.labeled",
      target: { kind: "passkey", id: passkeyId },
    });
  });
}
