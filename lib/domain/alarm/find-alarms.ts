import type { TenancyContext } from "@/lib/domain/context";
import type { Alarm, Unalarming } from "./alarm";
import { judgeAlarms, judgeUnalarming } from "./judge-alarms";
import { readAlarmFigures } from "./read-alarm-figures";

interface AlarmReport {
  /** Severe ones first. */
  alarms: Alarm[];
  /** What failed without raising an alarm. */
  unalarming: Unalarming;
}

/**
 * Finds the alarms of a tenancy as of now, and what failed without raising one. An alarm that is
 * stored began when it was raised, which may be longer ago than the figures reach.
 */
export async function findAlarms(ctx: TenancyContext): Promise<AlarmReport> {
  const { id: tenancyId } = ctx.tenancy;
  const [[figures], stored] = await Promise.all([
    readAlarmFigures(ctx, [tenancyId]),
    ctx.db.alarm.findMany({ where: { tenancyId } }),
  ]);
  if (figures === undefined) return { alarms: [], unalarming: { requests: null, emails: null } };
  const raisedAt = new Map(stored.map((alarm) => [alarm.kind, alarm.raisedAt.getTime()]));
  const alarms = judgeAlarms(figures).map((alarm) => ({
    ...alarm,
    sinceMs: Math.min(alarm.sinceMs, raisedAt.get(alarm.kind) ?? alarm.sinceMs),
  }));
  return { alarms, unalarming: judgeUnalarming(figures) };
}
