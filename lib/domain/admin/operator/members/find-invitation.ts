import { readLink } from "@/lib/domain/admin/operator/session/operator-link";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import type { OperatorRole } from "@/lib/domain/base/permission";
import { findEmailOwner } from "@/lib/domain/user/find-user-by-user-id";
import { ServiceError } from "@/lib/errors";

/** An invitation that can still be accepted. */
export interface OpenInvitation {
  tenancyName: string;
  email: string;
  role: OperatorRole;
  /** The inviter's email, "" if their account no longer exists. */
  inviter: string;
  /** The address's existing console account. Null if accepting creates one. */
  accountSub: string | null;
}

/**
 * Whether a user has a role or a console passkey. An invitation link never adds a passkey to such an
 * account.
 */
export async function hasAccount(
  ctx: TenancyContext,
  tx: Queryable,
  sub: string,
): Promise<boolean> {
  const tenancyId = ctx.tenancy.id;
  if ((await tx.operator.count({ where: { sub } })) > 0) return true;
  return (
    (await tx.operatorPasskey.count({ where: { tenancyId, passkey: { tenancyId, sub } } })) > 0
  );
}

/**
 * Finds an open invitation.
 * @param ctx of the system tenancy
 * @throws InvalidToken if the invitation was accepted, was revoked or expired
 */
export async function findInvitation(
  ctx: TenancyContext,
  { tenancyId, invitationId }: { tenancyId: string; invitationId: string },
): Promise<OpenInvitation> {
  const invitation = await ctx.db.operatorInvitation.findFirst({
    where: {
      tenancyId,
      id: invitationId,
      acceptedAt: null,
      revokedAt: null,
      expiresAt: { gt: new Date(ctx.clock.now()) },
    },
    include: { tenancy: { select: { name: true } } },
  });
  if (invitation === null) throw new ServiceError("@error/InvalidToken");
  const { email, emailNormalized, role, invitedBy } = invitation;
  const inviter = await ctx.db.user.findUnique({
    where: { tenancyId_sub: { tenancyId: ctx.tenancy.id, sub: invitedBy } },
    select: { email: true },
  });
  const owner = await findEmailOwner(ctx, ctx.db, emailNormalized);
  return {
    tenancyName: invitation.tenancy.name,
    email,
    role,
    inviter: inviter?.email ?? "",
    accountSub: owner !== null && (await hasAccount(ctx, ctx.db, owner.sub)) ? owner.sub : null,
  };
}

/**
 * Reads the invitation that a link's page shows. It does not reveal the account's id.
 * @throws InvalidToken, also for a link with another purpose
 */
export async function readInvitation(
  ctx: TenancyContext,
  token: string,
): Promise<Omit<OpenInvitation, "accountSub"> & { hasAccount: boolean }> {
  const link = await readLink(ctx, token);
  if (link.purpose !== "invitation") throw new ServiceError("@error/InvalidToken");
  const { accountSub, ...invitation } = await findInvitation(ctx, link);
  return { ...invitation, hasAccount: accountSub !== null };
}
