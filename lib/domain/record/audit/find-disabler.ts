import type { TenancyContext } from "@/lib/domain/base/context";
import { smallestIdAt } from "@/lib/domain/base/event-time";
import type { AuditAction } from "./audit-actions";

interface DisabledTarget {
  /** The actions that disable it. */
  actions: AuditAction[];
  /** A user's sub or a passkey's id. */
  targetId: string;
  /** Since when it is disabled. */
  disabledAt: Date;
}

/** Who disabled it: an operator by their email, or an API key by its name. */
export interface Disabler {
  kind: "operator" | "apiKey";
  name: string;
}

/**
 * Returns who disabled a user or a passkey; null if they are unknown or deleted, or if the user
 * reported the passkey.
 */
export async function findDisabler(
  { db, tenancy }: TenancyContext,
  { actions, targetId, disabledAt }: DisabledTarget,
): Promise<Disabler | null> {
  // The first event since then. Disabling a target again changes nothing, but adds another.
  const event = await db.auditEvent.findFirst({
    where: {
      tenancyId: tenancy.id,
      targetId,
      action: { in: actions },
      id: { gte: smallestIdAt(disabledAt.getTime()) },
    },
    orderBy: { id: "asc" },
    select: { actorKind: true, actorId: true },
  });
  if (event === null || event.actorId === null) return null;
  const { actorId } = event;
  if (event.actorKind === "apiKey") {
    const where = { tenancyId_id: { tenancyId: tenancy.id, id: actorId } };
    const key = await db.apiKey.findUnique({ where });
    return key && { kind: "apiKey", name: key.name };
  }
  const operator = await db.user.findFirst({
    where: { sub: actorId, tenancy: { isSystem: true } },
  });
  return operator && { kind: "operator", name: operator.email };
}
