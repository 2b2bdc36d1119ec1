import type { Passkey, UpdatePasskey } from "@/lib/contract/passkey";
import { endAccountSessions } from "@/lib/domain/access/end-account-sessions";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { wakeNotices } from "@/lib/domain/passkey/guard/notify-of-passkey";
import { offeringProof } from "@/lib/domain/passkey/guard/passkey-proof";
import type { AuditAction } from "@/lib/domain/record/audit/audit-actions";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { badRequest, ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import { assignUserId } from "./assign-user-id";
import { lockPasskeys } from "./lock-passkeys";
import { findPasskeyId } from "./passkey-id";
import { passkeyColumns, PasskeyRow, toPasskey } from "./passkey-row";

interface Changes extends UpdatePasskey {
  /** Why it is disabled. Shown to operators. */
  disabledReason?: string;
}

/** A display name equal to the username changes with it. */
function setColumns(
  { actor }: TenancyContext,
  { username, enabled, disabledReason }: Changes,
  now: Date,
): Prisma.Sql {
  const name = Prisma.sql`
    "username" = ${username}, "namedAt" = ${now},
    "displayName" = CASE WHEN p."displayName" = p."username" THEN ${username} ELSE p."displayName" END`;
  const on = Prisma.sql`
    "disabledAt" = NULL, "disabledReason" = NULL, "disabledBy" = NULL, "reportedAt" = NULL`;
  const off = Prisma.sql`
    "disabledAt" = COALESCE(p."disabledAt", ${now}), "disabledReason" = ${disabledReason ?? null},
    "disabledBy" = ${actor.kind}, "reportedAt" = NULL`;
  const state = enabled === true ? [on] : enabled === false ? [off] : [];
  return Prisma.join([
    Prisma.sql`"updatedAt" = ${now}`,
    ...(username === undefined ? [] : [name]),
    ...state,
  ]);
}

const actionsOf = ({ username, enabled }: Changes): AuditAction[] => [
  ...(username === undefined ? [] : (["passkey.renamed"] as const)),
  ...(enabled === undefined ? [] : ([enabled ? "passkey.enabled" : "passkey.disabled"] as const)),
];

/**
 * Assigns a passkey to the application's user id, renames it, and enables or disables it, in one
 * transaction. A disabled passkey and its outstanding codes are refused immediately.
 * @throws NotFound · BadRequest (userId) when that id is another user's sub, or that user is
 * disabled or has as many passkeys as allowed · ProofRequired with a token for the proof
 */
export async function updatePasskey(
  ctx: TenancyContext,
  id: string,
  changes: Changes,
): Promise<Passkey> {
  const now = new Date(ctx.clock.now());
  const { userId, proof } = changes;
  const passkeyId = await findPasskeyId(ctx, ctx.db, id);
  const update = async (tx: Queryable) => {
    if (userId !== undefined)
      await assignUserId(ctx, tx, {
        passkeyId,
        userId,
        proof,
        whenDisabled: badRequest("userId", "this user is disabled"),
      });
    await lockPasskeys(ctx, tx, { ids: [passkeyId] });
    const [row] = await tx.query(PasskeyRow)`
      UPDATE "Passkey" p SET ${setColumns(ctx, changes, now)}
      FROM "User" u
      WHERE p."tenancyId" = ${ctx.tenancy.id} AND p."id" = ${passkeyId}
        AND u."tenancyId" = p."tenancyId" AND u."sub" = p."sub"
      RETURNING ${passkeyColumns}`;
    if (row === undefined) throw new ServiceError("@error/NotFound");
    if (changes.enabled === false || userId !== undefined)
      await endAccountSessions(ctx, tx, { passkeyIds: [passkeyId] });
    await recordAudit(
      ctx,
      tx,
      ...actionsOf(changes).map((action) => ({
        action,
        target: { kind: "passkey" as const, id: passkeyId },
      })),
    );
    return toPasskey(ctx, row);
  };
  const updated = await offeringProof(ctx, () => ctx.db.$transaction(update));
  if (userId !== undefined) wakeNotices(ctx);
  return updated;
}
