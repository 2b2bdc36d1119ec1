import { idPattern } from "@/lib/contract/fields";
import type { TenancyContext } from "@/lib/domain/base/context";
import { actorJoins, eventColumns, ShownEvent } from "./shown-event";

/** Returns an event of the tenancy's audit log; null if there is none. */
export async function findEvent(
  { db, tenancy }: TenancyContext,
  id: string,
): Promise<ShownEvent | null> {
  if (!idPattern.test(id)) return null;
  // Raw, for the names of actors, which have no foreign keys.
  const [found] = await db.query(ShownEvent)`
    SELECT ${eventColumns} FROM "AuditEvent" e ${actorJoins}
    WHERE e."tenancyId" = ${tenancy.id} AND e."id" = ${id}`;
  return found ?? null;
}
