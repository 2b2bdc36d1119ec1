import { getSystemTenancy } from "@/lib/domain/admin/operator/get-system-tenancy";
import { endSessionsOf } from "@/lib/domain/admin/operator/session/end-session";
import type { TenancyContext } from "@/lib/domain/base/context";
import { keepAnOwnerAdmitted } from "@/lib/domain/passkey/policy/keep-an-owner-admitted";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import { keepAnOwner } from "./keep-an-owner";
import { revokeInvitationsBy } from "./revoke-invitation";

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
