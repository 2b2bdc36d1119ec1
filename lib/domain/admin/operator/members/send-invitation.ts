import { createLink } from "@/lib/domain/admin/operator/session/operator-link";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import type { OperatorRole } from "@/lib/domain/base/permission";
import type { Tenancy } from "@/lib/domain/base/tenancy/tenancy";
import { queueNotices } from "@/lib/domain/user/email/queue-notices";
import { countInvitationEmail } from "./count-invitation-email";

/** A stored invitation. */
export interface SentInvitation {
  id: string;
  email: string;
  role: OperatorRole;
}

/**
 * Queues an email with a new link for an invitation, in the caller's transaction. Only the email
 * contains the link, and the queued email is encrypted.
 * @param invitation.system must be read before the transaction, which would otherwise need a second
 * connection
 * @throws RateLimited
 */
export async function sendInvitation(
  ctx: TenancyContext,
  tx: Queryable,
  invitation: SentInvitation & { system: Tenancy },
): Promise<void> {
  const { id, email, role, system: tenancy } = invitation;
  await countInvitationEmail(ctx, tx, email);
  const system = { ...ctx, tenancy };
  const { link, expiresAt } = await createLink(
    system,
    { purpose: "invitation", tenancyId: ctx.tenancy.id, invitationId: id },
    tx,
  );
  const inviter =
    ctx.actor.kind === "operator"
      ? await tx.user.findUnique({
          where: { tenancyId_sub: { tenancyId: system.tenancy.id, sub: ctx.actor.id } },
          select: { email: true },
        })
      : null;
  const mail = {
    kind: "invitation" as const,
    tenancy: ctx.tenancy.name,
    inviter: inviter?.email ?? system.tenancy.name,
    role,
    link,
    untilMs: expiresAt,
  };
  await queueNotices(system, tx, { to: [email], mail, expiresAt });
}
