import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { eventsAbout, recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";

async function revoke(
  ctx: TenancyContext,
  tx: Queryable,
  which: { id: string } | { invitedBy: string },
): Promise<number> {
  const open = { tenancyId: ctx.tenancy.id, acceptedAt: null, revokedAt: null };
  const revoked = await tx.operatorInvitation.updateManyAndReturn({
    where: { ...open, ...which },
    data: { revokedAt: new Date(ctx.clock.now()) },
    select: { id: true },
  });
  const ids = revoked.map(({ id }) => id);
  await recordAudit(ctx, tx, ...eventsAbout("invitation", ids, "operator.invitation-revoked"));
  return revoked.length;
}

/**
 * Revokes an invitation that was not accepted yet. Its links stop working immediately.
 * @throws NotFound
 */
export async function revokeInvitation(ctx: TenancyContext, id: string): Promise<void> {
  if ((await ctx.db.$transaction((tx) => revoke(ctx, tx, { id }))) === 0)
    throw new ServiceError("@error/NotFound");
}

/** Revokes all invitations that a former owner sent, in the caller's transaction. */
export async function revokeInvitationsBy(
  ctx: TenancyContext,
  tx: Queryable,
  sub: string,
): Promise<void> {
  await revoke(ctx, tx, { invitedBy: sub });
}
