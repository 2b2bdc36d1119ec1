import { idPattern } from "@/lib/contract/fields";
import type { TenancyContext } from "@/lib/domain/base/context";
import { actorJoins, eventColumns, ShownEvent } from "./shown-event";

/** Returns the event that erased a user of the tenancy; null if none did. */
export async function findErasure(
  { db, tenancy }: TenancyContext,
  sub: string,
): Promise<ShownEvent | null> {
  if (!idPattern.test(sub)) return null;
  // Raw, for the names of actors, which have no foreign keys.
  const [found] = await db.query(ShownEvent)`
    SELECT ${eventColumns} FROM "AuditEvent" e ${actorJoins}
    WHERE e."tenancyId" = ${tenancy.id} AND e."targetId" = ${sub} AND e."action" = 'user.erased'
    ORDER BY e."id" DESC LIMIT 1`;
  return found ?? null;
}
