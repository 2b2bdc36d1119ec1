import type { TenancyContext } from "@/lib/domain/context";
import type { Alarm } from "./alarm";
import { judgeAlarms } from "./judge-alarms";
import { readAlarmFigures } from "./read-alarm-figures";

/**
 * Finds the alarms of a tenancy as of now, severe ones first. An alarm that is stored began when it
 * was raised, which may be longer ago than the figures reach.
 */
export async function findAlarms(ctx: TenancyContext): Promise<Alarm[]> {
  const { id: tenancyId } = ctx.tenancy;
  const [figures, stored] = await Promise.all([
    readAlarmFigures(ctx, [tenancyId]),
    ctx.db.alarm.findMany({ where: { tenancyId } }),
  ]);
  const raisedAt = new Map(stored.map((alarm) => [alarm.kind, alarm.raisedAt.getTime()]));
  return figures.flatMap(judgeAlarms).map((alarm) => ({
    ...alarm,
    sinceMs: Math.min(alarm.sinceMs, raisedAt.get(alarm.kind) ?? alarm.sinceMs),
  }));
}
