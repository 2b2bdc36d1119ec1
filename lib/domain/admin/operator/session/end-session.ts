import { asOperator } from "@/lib/domain/admin/operator/operator-context";
import type { Queryable, Service, TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";
import type { OperatorSession } from "./find-session";

/**
 * Ends one of the operator's own sessions: the current one (signed out) or another one (revoked).
 * @throws NotFound
 */
export async function endSession(
  ctx: TenancyContext,
  session: OperatorSession,
  id: string,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.operatorSession.deleteMany({
      where: { tenancyId: ctx.tenancy.id, sub: session.sub, id },
    });
    if (count === 0) throw new ServiceError("@error/NotFound");
    const action = id === session.id ? "operator.signed-out" : "operator.session-revoked";
    await recordAudit(asOperator(ctx, session.sub), tx, {
      action,
      target: { kind: "operator", id: session.sub },
    });
  });
}

/** Ends all sessions of an operator whose role changes, in the caller's transaction. */
export async function endSessionsOf(
  tx: Queryable,
  { systemId: tenancyId, sub }: Pick<OperatorSession, "systemId" | "sub">,
): Promise<void> {
  await tx.operatorSession.deleteMany({ where: { tenancyId, sub } });
}

/** Deletes expired sessions. @returns the number of deleted sessions */
export async function purgeSessions({ db, clock }: Service): Promise<number> {
  const now = clock.now();
  const expired = [
    { lastSeenAt: { lt: new Date(now - lifetimes.operatorIdleMs) } },
    { createdAt: { lt: new Date(now - lifetimes.operatorSessionMs) } },
  ];
  return (await db.operatorSession.deleteMany({ where: { OR: expired } })).count;
}
