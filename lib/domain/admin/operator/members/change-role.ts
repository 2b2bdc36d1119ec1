import { getSystemTenancy } from "@/lib/domain/admin/operator/get-system-tenancy";
import { endSessionsOf } from "@/lib/domain/admin/operator/session/end-session";
import type { TenancyContext } from "@/lib/domain/base/context";
import type { OperatorRole } from "@/lib/domain/base/permission";
import { keepAnOwnerAdmitted } from "@/lib/domain/passkey/policy/keep-an-owner-admitted";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import { keepAnOwner } from "./keep-an-owner";
import { requireRoleOf } from "./require-role-of";
import { revokeInvitationsBy } from "./revoke-invitation";

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
