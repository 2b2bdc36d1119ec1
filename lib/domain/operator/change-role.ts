import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";
import { keepAnOwner } from "./keep-an-owner";
import type { OperatorRole } from "./permission";
import { requireRoleOf } from "./require-role-of";
import { revokeInvitationsBy } from "./revoke-invitation";

/**
 * Gives somebody another role here; it holds from their next request on. What an owner invited ends with their ownership.
 * @throws NotFound · Forbidden for the last owner · BadRequest (role) in the system tenancy
 */
export async function changeRole(ctx: TenancyContext, { sub, role }: { sub: string; role: OperatorRole }): Promise<void> {
  requireRoleOf(ctx, role);
  await ctx.db.$transaction(async (tx) => {
    if (role !== "owner") await keepAnOwner(ctx, tx, sub);
    const { count } = await tx.operator.updateMany({ where: { tenancyId: ctx.tenancy.id, sub }, data: { role } });
    if (count === 0) throw new ServiceError("@error/NotFound");
    if (role !== "owner") await revokeInvitationsBy(ctx, tx, sub);
    await recordAudit(ctx, tx, { action: "operator.role-changed", target: { kind: "operator", id: sub }, detail: role });
  });
}
