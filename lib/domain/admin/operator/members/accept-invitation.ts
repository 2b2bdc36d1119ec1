import {
  findTrustedFrom,
  type NewSession,
  provePasskey,
  trustPasskey,
} from "@/lib/domain/admin/operator/session/open-session";
import { asOperator } from "@/lib/domain/admin/operator/system-tenancy";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { findEmailOwner } from "@/lib/domain/user/find-user-by-user-id";
import { ServiceError } from "@/lib/errors";
import { hasAccount } from "./find-invitation";

interface Acceptance {
  link: { tenancyId: string; invitationId: string };
  code: string;
}

async function consumeInvitation(
  ctx: TenancyContext,
  tx: Queryable,
  { tenancyId, invitationId }: Acceptance["link"],
) {
  const now = new Date(ctx.clock.now());
  const [invitation] = await tx.operatorInvitation.updateManyAndReturn({
    where: {
      tenancyId,
      id: invitationId,
      acceptedAt: null,
      revokedAt: null,
      expiresAt: { gt: now },
    },
    data: { acceptedAt: now },
    select: { role: true, emailNormalized: true },
  });
  if (invitation === undefined) throw new ServiceError("@error/InvalidToken");
  return invitation;
}

/** Verifies the invited person: a new account by its new passkey, an existing one by its own. */
async function verifyInvited(
  ctx: TenancyContext,
  tx: Queryable,
  { code, emailNormalized }: { code: string; emailNormalized: string },
): Promise<NewSession> {
  const { sub, passkeyId, payload } = await provePasskey(ctx, tx, code, {});
  const owner = await findEmailOwner(ctx, tx, emailNormalized);
  if (owner?.sub !== sub)
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "This passkey belongs to a different email address than the invitation.",
    );
  if (payload.operation === "registration") {
    if (await hasAccount(ctx, tx, sub))
      throw new ServiceError(
        "@error/Forbidden",
        undefined,
        "This address already has a console account. Accept with one of its passkeys.",
      );
    await trustPasskey(ctx, tx, { passkeyId, fromMs: ctx.clock.now() });
    return { sub, signIn: "passkey", passkeyId, isSteppedUp: true };
  }
  const trustedFrom = await findTrustedFrom(ctx, tx, passkeyId);
  if (trustedFrom === null)
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "This passkey was never added to the console.",
    );
  return { sub, signIn: "passkey", passkeyId, isSteppedUp: trustedFrom <= ctx.clock.now() };
}

/**
 * Accepts an invitation and grants its role, in the transaction that consumes the link. An existing
 * role in that tenancy stays unchanged.
 * @param ctx of the system tenancy
 * @throws InvalidToken if the invitation was accepted, was revoked or expired · InvalidCode ·
 * Forbidden if the passkey does not belong to the invited address
 */
export async function acceptInvitation(
  ctx: TenancyContext,
  tx: Queryable,
  { link, code }: Acceptance,
): Promise<NewSession> {
  const { role, emailNormalized } = await consumeInvitation(ctx, tx, link);
  const session = await verifyInvited(ctx, tx, { code, emailNormalized });
  const { sub } = session;
  await tx.operator.createMany({
    data: { tenancyId: link.tenancyId, sub, role, createdAt: new Date(ctx.clock.now()) },
    skipDuplicates: true,
  });
  await recordAudit({ ...asOperator(ctx, sub), tenancy: { id: link.tenancyId } }, tx, {
    action: "operator.joined",
    target: { kind: "operator", id: sub },
    detail: role,
  });
  return session;
}
