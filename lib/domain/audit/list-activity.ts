import type { TenancyContext } from "@/lib/domain/context";

/** An audit event with its actor's email; `at` in ms. */
export interface Activity {
  id: string;
  action: string;
  actorKind: string;
  actorId: string | null;
  /** Of an operator that still exists. */
  actorEmail: string | null;
  targetKind: string;
  targetId: string;
  detail: string | null;
  requestId: string | null;
  at: number;
}

const pageSize = 50;
const maxTargets = 200;

async function emailsOf({ db }: TenancyContext, subs: string[]): Promise<Map<string, string>> {
  if (subs.length === 0) return new Map();
  const operators = await db.user.findMany({
    where: { sub: { in: subs }, tenancy: { isSystem: true } },
    select: { sub: true, email: true },
  });
  return new Map(operators.map(({ sub, email }) => [sub, email]));
}

/** Returns the latest events of these targets, newest first. Reads at most 200 targets. */
export async function listActivity(
  ctx: TenancyContext,
  targetIds: readonly string[],
): Promise<Activity[]> {
  const tenancyId = ctx.tenancy.id;
  // One query per target: the index yields each target's events in order.
  const perTarget = await Promise.all(
    targetIds.slice(0, maxTargets).map((targetId) =>
      ctx.db.auditEvent.findMany({
        where: { tenancyId, targetId },
        orderBy: { id: "desc" },
        take: pageSize,
      }),
    ),
  );
  const events = perTarget
    .flat()
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, pageSize);
  const emails = await emailsOf(ctx, [
    ...new Set(
      events.flatMap(({ actorKind, actorId }) =>
        actorKind === "operator" && actorId !== null ? [actorId] : [],
      ),
    ),
  ]);
  return events.map(
    ({ id, action, actorKind, actorId, targetKind, targetId, detail, requestId, createdAt }) => ({
      ...{ id, action, actorKind, actorId, targetKind, targetId, detail, requestId },
      actorEmail: actorId === null ? null : (emails.get(actorId) ?? null),
      at: createdAt.getTime(),
    }),
  );
}
