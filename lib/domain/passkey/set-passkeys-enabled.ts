import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { lockPasskeys } from "./lock-passkeys";

interface Change {
  /** A thousand at most. */
  passkeyIds: readonly string[];
  enabled: boolean;
  /** Why they are being disabled; shown to operators. */
  reason?: string | undefined;
}

export interface Changed {
  /** Those that were otherwise before: what an undo has to change back. */
  changed: string[];
  missing: string[];
}

/**
 * Switches many passkeys off or on, all together or not at all; what is so already keeps its moment
 * and its reason. Switched off, they and their outstanding codes are refused from the next
 * statement on.
 */
export async function setPasskeysEnabled(
  ctx: TenancyContext,
  { passkeyIds, enabled, reason }: Change,
): Promise<Changed> {
  const tenancyId = ctx.tenancy.id;
  const now = new Date(ctx.clock.now());
  return ctx.db.$transaction(async (tx) => {
    const there = new Set(await lockPasskeys(ctx, tx, { ids: passkeyIds }));
    const rows = await tx.passkey.updateManyAndReturn({
      where: { tenancyId, id: { in: [...there] }, disabledAt: enabled ? { not: null } : null },
      data: {
        disabledAt: enabled ? null : now,
        disabledReason: enabled ? null : (reason ?? null),
        updatedAt: now,
      },
      select: { id: true },
    });
    const changed = rows.map(({ id }) => id);
    await recordAudit(
      ctx,
      tx,
      ...changed.map((id) => ({
        action: enabled ? ("passkey.enabled" as const) : ("passkey.disabled" as const),
        target: { kind: "passkey" as const, id },
      })),
    );
    return { changed, missing: [...new Set(passkeyIds)].filter((id) => !there.has(id)) };
  });
}
