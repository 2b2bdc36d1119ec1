import { z } from "zod";
import { getSystemTenancy } from "@/lib/domain/admin/operator/system-tenancy";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { type Email, requireEmail } from "@/lib/domain/base/email-address";
import type { OperatorRole } from "@/lib/domain/base/permission";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { findEmailOwner } from "@/lib/domain/user/find-user-by-user-id";
import { badRequest } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";
import { requireRoleOf } from "./change-role";
import { sendInvitation } from "./send-invitation";

/**
 * Inserts an invitation, replacing an expired one for the address. Returns its id, or undefined if
 * an open invitation for the address exists.
 */
async function insertInvitation(
  ctx: TenancyContext,
  tx: Queryable,
  { email, role }: { email: Email; role: OperatorRole },
): Promise<string | undefined> {
  const now = new Date(ctx.clock.now());
  const invitedBy = ctx.actor.kind === "operator" ? ctx.actor.id : "";
  // Raw, because Prisma's upsert has no condition for the update.
  const [row] = await tx.query(z.object({ id: z.string() }))`
    INSERT INTO "OperatorInvitation" AS i (
      "tenancyId", "id", "email", "emailNormalized", "role", "invitedBy", "createdAt", "expiresAt")
    VALUES (
      ${ctx.tenancy.id}, ${ctx.createId()}, ${email.shown}, ${email.normalized},
      ${role}::"OperatorRole", ${invitedBy}, ${now},
      ${new Date(now.getTime() + lifetimes.invitationMs)})
    ON CONFLICT ("tenancyId", "emailNormalized") WHERE "acceptedAt" IS NULL AND "revokedAt" IS NULL
    DO UPDATE
      SET "id" = excluded."id", "email" = excluded."email", "role" = excluded."role",
        "invitedBy" = excluded."invitedBy", "createdAt" = excluded."createdAt",
        "expiresAt" = excluded."expiresAt"
      WHERE i."expiresAt" <= ${now}
    RETURNING "id"`;
  return row?.id;
}

/**
 * Invites a person by email to a role in this tenancy. The invitation expires after seven days.
 * @throws InvalidEmail · RateLimited · BadRequest (email) if they have a role here or an open
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
      throw badRequest("email", "already has a role here; change it in the list");
    const invitationId = await insertInvitation(ctx, tx, { email, role: input.role });
    if (invitationId === undefined)
      throw badRequest("email", "is already invited; resend or revoke that invitation");
    await sendInvitation(ctx, tx, {
      id: invitationId,
      email: email.shown,
      role: input.role,
      system,
    });
    await recordAudit(ctx, tx, {
      action: "operator.invited",
      target: { kind: "invitation", id: invitationId },
      detail: input.role,
    });
    return invitationId;
  });
  ctx.deliveries.wake();
  return { id };
}
