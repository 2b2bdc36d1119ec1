import type { Service } from "@/lib/domain/base/context";
import { limits } from "@/lib/limits";
import type { Alarm, AlarmKind } from "./alarm";
import { judgeAlarms } from "./judge-alarms";
import { type AlarmFigures, readAlarmFigures } from "./read-alarm-figures";

interface TenancyAlarms {
  /** Severe ones first. */
  alarms: Alarm[];
  figures: AlarmFigures;
}

/** Alarms whose figures say when their cause began, however long ago. */
const knowsBeginning = (kind: AlarmKind) => kind === "webhooks-failing";

/**
 * Judges tenancies as of now. Another alarm that is stored may have begun longer ago than the figures reach.
 * @returns by tenancy id, without deleted tenancies
 */
export async function readAlarms(
  service: Pick<Service, "db" | "clock">,
  tenancyIds: readonly string[],
): Promise<Map<string, TenancyAlarms>> {
  const found = new Map<string, TenancyAlarms>();
  for (let start = 0; start < tenancyIds.length; start += limits.alarmBatchTenancies) {
    const batch = tenancyIds.slice(start, start + limits.alarmBatchTenancies);
    const [batchFigures, stored] = await Promise.all([
      readAlarmFigures(service, batch),
      service.db.alarm.findMany({ where: { tenancyId: { in: batch } } }),
    ]);
    const beganAt = new Map(
      stored.map(({ tenancyId, kind, raisedAt }) => [`${tenancyId} ${kind}`, raisedAt.getTime()]),
    );
    for (const figures of batchFigures) {
      const alarms = judgeAlarms(figures).map((alarm) => ({
        ...alarm,
        sinceMs: knowsBeginning(alarm.kind)
          ? alarm.sinceMs
          : Math.min(
              alarm.sinceMs,
              beganAt.get(`${figures.tenancyId} ${alarm.kind}`) ?? alarm.sinceMs,
            ),
      }));
      found.set(figures.tenancyId, { alarms, figures });
    }
  }
  return found;
}
