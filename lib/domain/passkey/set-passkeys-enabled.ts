import { endAccountSessions } from "@/lib/domain/access/end-account-sessions";
import type { TenancyContext } from "@/lib/domain/base/context";
import { eventsAbout, readReason, recordAudit } from "@/lib/domain/record/audit/record-audit";
import { lockPasskeys } from "./lock-passkeys";
import { findPasskeyIds } from "./passkey-id";

interface Change {
  /** At most 1,000. */
  passkeyIds: readonly string[];
  enabled: boolean;
  /** Why they are disabled. Shown to operators. */
  reason?: string | undefined;
}

export interface Changed {
  /** Own ids of passkeys whose state changed, for undo. */
  changed: string[];
  missing: string[];
}

/**
 * Disables or enables passkeys in one transaction, which also decides on the user's report of them. A
 * passkey already in that state keeps its date and reason. Disabled passkeys and their outstanding codes are refused immediately.
 */
export async function setPasskeysEnabled(
  ctx: TenancyContext,
  { passkeyIds, enabled, reason }: Change,
): Promise<Changed> {
  const tenancyId = ctx.tenancy.id;
  const now = new Date(ctx.clock.now());
  return ctx.db.$transaction(async (tx) => {
    const ids = await findPasskeyIds(ctx, tx, passkeyIds);
    const found = new Set(await lockPasskeys(ctx, tx, { ids: [...ids.values()] }));
    const rows = await tx.passkey.updateManyAndReturn({
      where: {
        tenancyId,
        id: { in: [...found] },
        ...(enabled
          ? { OR: [{ disabledAt: { not: null } }, { reportedAt: { not: null } }] }
          : { disabledAt: null }),
      },
      data: {
        disabledAt: enabled ? null : now,
        disabledReason: enabled ? null : readReason(reason),
        disabledBy: enabled ? null : ctx.actor.kind,
        reportedAt: null,
        updatedAt: now,
      },
      select: { id: true },
    });
    const changed = rows.map(({ id }) => id);
    if (!enabled) await endAccountSessions(ctx, tx, { passkeyIds: changed });
    const action = enabled ? "passkey.enabled" : "passkey.disabled";
    await recordAudit(ctx, tx, ...eventsAbout("passkey", changed, action, reason));
    return {
      changed,
      missing: [...new Set(passkeyIds)].filter((id) => !found.has(ids.get(id) ?? id)),
    };
  });
}
