import type { OperatorSession } from "@/lib/domain/admin/operator/session/find-session";
import { asOperator } from "@/lib/domain/admin/operator/system-tenancy";
import type { TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { lifetimes } from "@/lib/limits";

/** A session on the operator's account page. Times in ms. */
export interface OwnSession {
  id: string;
  signIn: "passkey" | "code";
  address: string | null;
  userAgent: string | null;
  createdAt: number;
  lastSeenAt: number;
  isCurrent: boolean;
}

const maxSessions = 100;

/** Lists the operator's live sessions: the current one first, then by last use. */
export async function listOwnSessions(
  ctx: TenancyContext,
  session: OperatorSession,
): Promise<OwnSession[]> {
  const now = ctx.clock.now();
  const rows = await ctx.db.operatorSession.findMany({
    where: {
      tenancyId: ctx.tenancy.id,
      sub: session.sub,
      lastSeenAt: { gt: new Date(now - lifetimes.operatorIdleMs) },
      createdAt: { gt: new Date(now - lifetimes.operatorSessionMs) },
    },
    orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
    take: maxSessions,
    select: {
      id: true,
      signIn: true,
      address: true,
      userAgent: true,
      createdAt: true,
      lastSeenAt: true,
    },
  });
  const sessions = rows.map(({ createdAt, lastSeenAt, ...row }) => ({
    ...row,
    createdAt: createdAt.getTime(),
    lastSeenAt: lastSeenAt.getTime(),
    isCurrent: row.id === session.id,
  }));
  return sessions.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

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
