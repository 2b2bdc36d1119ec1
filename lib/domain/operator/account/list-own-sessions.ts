import { lifetimes } from "@/lib/limits";
import type { TenancyContext } from "@/lib/domain/context";
import type { OperatorSession } from "@/lib/domain/operator/session/find-session";

/** Moments in milliseconds. */
export interface OwnSession {
  id: string;
  signIn: "passkey" | "code";
  address: string | null;
  userAgent: string | null;
  createdAt: number;
  lastSeenAt: number;
  isCurrent: boolean;
}

const shownAtMost = 100;

/**
 * The operator's sessions that are not over, the one in hand first, then whichever was seen last.
 */
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
    take: shownAtMost,
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
