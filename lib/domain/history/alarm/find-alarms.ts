import type { TenancyContext } from "@/lib/domain/base/context";
import type { Alarm, Unalarming } from "./alarm";
import { judgeUnalarming } from "./judge-alarms";
import { readAlarms } from "./read-alarms";

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
