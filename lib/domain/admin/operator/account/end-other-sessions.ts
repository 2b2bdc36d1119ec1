import { asOperator } from "@/lib/domain/admin/operator/operator-context";
import type { OperatorSession } from "@/lib/domain/admin/operator/session/find-session";
import type { TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";

/** Ends all of the operator's sessions except this one. @returns the number of ended sessions */
export function endOtherSessions(
  ctx: TenancyContext,
  { sub, id }: OperatorSession,
): Promise<number> {
  return ctx.db.$transaction(async (tx) => {
    const { count } = await tx.operatorSession.deleteMany({
      where: { tenancyId: ctx.tenancy.id, sub, id: { not: id } },
    });
    if (count > 0)
      await recordAudit(asOperator(ctx, sub), tx, {
        action: "operator.session-revoked",
        target: { kind: "operator", id: sub },
        detail: "all others",
      });
    return count;
  });
}
