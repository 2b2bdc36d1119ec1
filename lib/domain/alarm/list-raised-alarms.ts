import type { Service } from "@/lib/domain/context";
import { isSystemOwner, type OperatorSession } from "@/lib/domain/operator/session/find-session";
import { alarmKinds, type AlarmKind } from "./alarm";

export interface StoredAlarm {
  kind: AlarmKind;
  raisedAtMs: number;
  tenancy: { id: string; name: string; isSystem: boolean };
}

const maxAlarms = 200;

/**
 * Lists the alarms that are raised in the operator's tenancies, oldest first. A system owner sees those
 * of all tenancies, the system tenancy included.
 */
export async function listRaisedAlarms(
  { db }: Pick<Service, "db">,
  session: OperatorSession,
): Promise<StoredAlarm[]> {
  const ids = session.roles.map(({ tenancyId }) => tenancyId);
  const rows = await db.alarm.findMany({
    where: {
      kind: { in: [...alarmKinds] },
      tenancy: { deletedAt: null },
      ...(isSystemOwner(session) ? {} : { tenancyId: { in: ids } }),
    },
    orderBy: [{ raisedAt: "asc" }, { tenancyId: "asc" }],
    take: maxAlarms,
    select: {
      kind: true,
      raisedAt: true,
      tenancy: { select: { id: true, name: true, isSystem: true } },
    },
  });
  return rows.map(({ kind, raisedAt, tenancy }) => ({
    kind: kind as AlarmKind,
    raisedAtMs: raisedAt.getTime(),
    tenancy,
  }));
}
