import { lifetimes } from "@/lib/limits";
import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { findEmailOwner } from "@/lib/domain/user/find-registrant";
import { requireEmail, type Email } from "@/lib/domain/user/email";
import { badRequest } from "@/lib/errors";
import { getSystemTenancy } from "@/lib/domain/operator/get-system-tenancy";
import type { OperatorRole } from "@/lib/domain/operator/permission";
import { requireRoleOf } from "./require-role-of";
import { sendInvitation } from "./send-invitation";

/**
 * The new row's id; none while another one for the address is open. One that is over makes room.
 */
async function insertInvitation(
  ctx: TenancyContext,
  tx: Queryable,
  { email, role }: { email: Email; role: OperatorRole },
): Promise<string | undefined> {
  const now = new Date(ctx.clock.now());
  const invitedBy = ctx.actor.kind === "operator" ? ctx.actor.id : "";
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO "OperatorInvitation" AS i ("tenancyId", "id", "email", "emailNormalized", "role", "invitedBy", "createdAt", "expiresAt")
    VALUES (${ctx.tenancy.id}, ${ctx.createId()}, ${email.shown}, ${email.normalized}, ${role}::"OperatorRole", ${invitedBy}, ${now}, ${new Date(now.getTime() + lifetimes.invitationMs)})
    ON CONFLICT ("tenancyId", "emailNormalized") WHERE "acceptedAt" IS NULL AND "revokedAt" IS NULL DO UPDATE
      SET "id" = excluded."id", "email" = excluded."email", "role" = excluded."role", "invitedBy" = excluded."invitedBy", "createdAt" = excluded."createdAt", "expiresAt" = excluded."expiresAt"
      WHERE i."expiresAt" <= ${now}
    RETURNING "id"`;
  return row?.id;
}

/**
 * Invites someone by email to take a role here. The invitation expires after seven days.
 * @throws InvalidEmail · RateLimited · BadRequest (email) for someone with a role here or an open
 * invitation · BadRequest (role)
 */
export async function inviteMember(
  ctx: TenancyContext,
  input: { email: string; role: OperatorRole },
): Promise<{ id: string }> {
  const email = requireEmail(input.email);
  requireRoleOf(ctx, input.role);
  const system = await getSystemTenancy(ctx);
  const id = await ctx.db.$transaction(async (tx) => {
    const owner = await findEmailOwner({ ...ctx, tenancy: system }, tx, email.normalized);
    if (
      owner !== null &&
      (await tx.operator.count({ where: { tenancyId: ctx.tenancy.id, sub: owner.sub } })) > 0
    )
      throw badRequest("email", "has a role here already; change it in the list");
    const made = await insertInvitation(ctx, tx, { email, role: input.role });
    if (made === undefined)
      throw badRequest("email", "is invited already; send that invitation again, or revoke it");
    await sendInvitation(ctx, tx, { id: made, email: email.shown, role: input.role, system });
    await recordAudit(ctx, tx, {
      action: "operator.invited",
      target: { kind: "invitation", id: made },
      detail: input.role,
    });
    return made;
  });
  ctx.mail.wake();
  return { id };
}
