import type { Service, TenancyContext } from "@/lib/domain/base/context";
import { limits } from "@/lib/limits";
import { type Alarm, type AlarmKind, alarmKinds, type Unalarming } from "./alarm";
import { judgeAlarms, judgeUnalarming } from "./judge-alarms";
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

interface AlarmReport {
  /** Severe ones first. */
  alarms: Alarm[];
  /** What failed without raising an alarm. */
  unalarming: Unalarming;
}

/** Finds the alarms of a tenancy as of now, and what failed without raising one. */
export async function findAlarms(ctx: TenancyContext): Promise<AlarmReport> {
  const found = (await readAlarms(ctx, [ctx.tenancy.id])).get(ctx.tenancy.id);
  if (found === undefined)
    return { alarms: [], unalarming: { requests: null, emails: null, webhooks: [] } };
  return { alarms: found.alarms, unalarming: judgeUnalarming(found.figures) };
}

/** Counts the tenancies in which each kind of alarm is raised. */
export async function countAlarms({ db }: Pick<Service, "db">): Promise<Record<AlarmKind, number>> {
  const counts = await db.alarm.groupBy({ by: ["kind"], _count: { _all: true } });
  const byKind = new Map(counts.map(({ kind, _count }) => [kind, _count._all]));
  return Object.fromEntries(alarmKinds.map((kind) => [kind, byKind.get(kind) ?? 0])) as Record<
    AlarmKind,
    number
  >;
}
