import type { TenancyContext } from "@/lib/domain/context";

/** What happened, to what, and by whom; time in ms. */
export interface Activity {
  id: string;
  action: string;
  actorKind: string;
  actorId: string | null;
  /** An operator's, where they still are one. */
  actorEmail: string | null;
  targetKind: string;
  targetId: string;
  detail: string | null;
  requestId: string | null;
  at: number;
}

const shown = 50;
/** Of the busiest users no more than these are asked for. */
const targetsAtMost = 200;

async function emailsOf({ db }: TenancyContext, subs: string[]): Promise<Map<string, string>> {
  if (subs.length === 0) return new Map();
  const operators = await db.user.findMany({
    where: { sub: { in: subs }, tenancy: { isSystem: true } },
    select: { sub: true, email: true },
  });
  return new Map(operators.map(({ sub, email }) => [sub, email]));
}

/** The last events about these things, newest first. */
export async function listActivity(
  ctx: TenancyContext,
  targetIds: readonly string[],
): Promise<Activity[]> {
  const tenancyId = ctx.tenancy.id;
  // Each target's own are in order in the index; together they are few.
  const perTarget = await Promise.all(
    targetIds.slice(0, targetsAtMost).map((targetId) =>
      ctx.db.auditEvent.findMany({
        where: { tenancyId, targetId },
        orderBy: { id: "desc" },
        take: shown,
      }),
    ),
  );
  const events = perTarget
    .flat()
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, shown);
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
