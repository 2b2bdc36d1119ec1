import { z } from "zod";
import { endSessionsOf } from "@/lib/domain/admin/operator/session/find-session";
import { getSystemTenancy } from "@/lib/domain/admin/operator/system-tenancy";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import type { OperatorRole } from "@/lib/domain/base/permission";
import { keepAnOwnerAdmitted } from "@/lib/domain/passkey/policy/keep-an-owner-admitted";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { badRequest, ServiceError } from "@/lib/errors";
import { revokeInvitationsBy } from "./send-invitation";

/**
 * Refuses to remove the last owner of a tenancy or of the installation. It locks all owners, so the
 * second of two concurrent removals sees what the first one left.
 * @throws Forbidden if this is the last owner
 */
async function keepAnOwner(ctx: TenancyContext, tx: Queryable, sub: string): Promise<void> {
  // Raw, because Prisma takes no row locks.
  const owners = await tx.query(z.object({ sub: z.string() }))`
    SELECT "sub" FROM "Operator" WHERE "tenancyId" = ${ctx.tenancy.id} AND "role" = 'owner'
    ORDER BY "sub" FOR UPDATE`;
  if (owners.length === 1 && owners[0]?.sub === sub)
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "This is the last owner here. Make another member an owner first.",
    );
}

/** @throws BadRequest (role) in the system tenancy for any role but owner */
export function requireRoleOf({ tenancy }: TenancyContext, role: OperatorRole): void {
  if (tenancy.isSystem && role !== "owner")
    throw badRequest("role", "the installation only has owners; assign other roles in a tenancy");
}

/**
 * Changes an operator's role in this tenancy and ends their sessions. Demoting an owner revokes the
 * invitations they sent. Does nothing if the role is the same.
 * @throws NotFound · Forbidden for the last owner · BadRequest (role) in the system tenancy
 */
export async function changeRole(
  ctx: TenancyContext,
  { sub, role }: { sub: string; role: OperatorRole },
): Promise<void> {
  requireRoleOf(ctx, role);
  const system = await getSystemTenancy(ctx);
  await ctx.db.$transaction(async (tx) => {
    if (role !== "owner") {
      await keepAnOwner(ctx, tx, sub);
      await keepAnOwnerAdmitted(ctx, tx, { sub });
    }
    const who = { tenancyId: ctx.tenancy.id, sub };
    const { count } = await tx.operator.updateMany({
      where: { ...who, role: { not: role } },
      data: { role },
    });
    if (count === 0 && (await tx.operator.count({ where: who })) === 0)
      throw new ServiceError("@error/NotFound");
    if (count === 0) return;
    await endSessionsOf(tx, { systemId: system.id, sub });
    if (role !== "owner") await revokeInvitationsBy(ctx, tx, sub);
    await recordAudit(ctx, tx, {
      action: "operator.role-changed",
      target: { kind: "operator", id: sub },
      detail: role,
    });
  });
}

/**
 * Removes an operator's role in this tenancy, ends their sessions and revokes the invitations they
 * sent.
 * @throws NotFound · Forbidden for the last owner, or the last whom the passkey policy admits
 */
export async function removeMember(ctx: TenancyContext, sub: string): Promise<void> {
  const system = await getSystemTenancy(ctx);
  await ctx.db.$transaction(async (tx) => {
    await keepAnOwner(ctx, tx, sub);
    await keepAnOwnerAdmitted(ctx, tx, { sub });
    const { count } = await tx.operator.deleteMany({ where: { tenancyId: ctx.tenancy.id, sub } });
    if (count === 0) throw new ServiceError("@error/NotFound");
    await revokeInvitationsBy(ctx, tx, sub);
    await endSessionsOf(tx, { systemId: system.id, sub });
    await recordAudit(ctx, tx, {
      action: "operator.removed",
      target: { kind: "operator", id: sub },
    });
  });
}
