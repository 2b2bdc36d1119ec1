import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";
import { getSystemTenancy } from "./get-system-tenancy";
import { keepAnOwner } from "./keep-an-owner";
import { revokeInvitationsBy } from "./revoke-invitation";

/**
 * Takes somebody's role here, and the invitations that they sent; with their last role anywhere their sessions end.
 * @throws NotFound · Forbidden for the last owner
 */
export async function removePerson(ctx: TenancyContext, sub: string): Promise<void> {
  const system = await getSystemTenancy(ctx);
  await ctx.db.$transaction(async (tx) => {
    await keepAnOwner(ctx, tx, sub);
    const { count } = await tx.operator.deleteMany({ where: { tenancyId: ctx.tenancy.id, sub } });
    if (count === 0) throw new ServiceError("@error/NotFound");
    await revokeInvitationsBy(ctx, tx, sub);
    await tx.$executeRaw`
      DELETE FROM "OperatorSession" s WHERE s."tenancyId" = ${system.id} AND s."sub" = ${sub} AND NOT EXISTS (SELECT 1 FROM "Operator" o WHERE o."sub" = s."sub")`;
    await recordAudit(ctx, tx, { action: "operator.removed", target: { kind: "operator", id: sub } });
  });
}
