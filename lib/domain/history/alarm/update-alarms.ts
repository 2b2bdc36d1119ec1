import { z } from "zod";
import { countTowards } from "@/lib/domain/access/rate-limit/count-towards";
import type { Service } from "@/lib/domain/base/context";
import { hourOf } from "@/lib/domain/record/counter/add-activity";
import { lifetimes, limits } from "@/lib/limits";
import { judgeAlarms } from "./judge-alarms";
import { readAlarmFigures } from "./read-alarm-figures";

type AlarmService = Pick<Service, "db" | "clock" | "log">;

/**
 * Finds the next tenancies by id that had activity in this hour or the last, that have queued emails or a
 * failing webhook, or that have an alarm. The system tenancy is one once FIDO Metadata was imported.
 */
async function findActiveTenancies({ db, clock }: AlarmService, after: string): Promise<string[]> {
  const lastHour = new Date(hourOf(clock.now()) - lifetimes.hourMs);
  // Raw, because each condition has to be one probe of an index. PostgreSQL may turn EXISTS into a scan.
  const rows = await db.query(z.object({ id: z.string() }))`
    SELECT t."id" FROM "Tenancy" t
    WHERE t."id" > ${after} AND COALESCE(
      (SELECT true FROM "Alarm" r WHERE r."tenancyId" = t."id" LIMIT 1),
      (SELECT true FROM "MetadataBlob" b WHERE t."isSystem" AND b."id" = 1),
      (SELECT true FROM "OutboxMail" m
        WHERE m."tenancyId" = t."id" AND m."state" = 'queued' LIMIT 1),
      (SELECT true FROM "Webhook" w
        WHERE w."tenancyId" = t."id" AND w."failingSince" IS NOT NULL LIMIT 1),
      (SELECT true FROM "ActivityCount" a
        WHERE a."tenancyId" = t."id" AND a."hour" >= ${lastHour} LIMIT 1))
    ORDER BY t."id" LIMIT ${limits.alarmBatchTenancies}`;
  return rows.map(({ id }) => id);
}

/** Stores what changed. Of several processes that store the same change, one logs it. */
async function updateBatch(service: AlarmService, tenancyIds: string[]): Promise<void> {
  const { db, log } = service;
  const current = (await readAlarmFigures(service, tenancyIds)).flatMap((figures) =>
    judgeAlarms(figures).map(({ kind, sinceMs }) => ({
      tenancyId: figures.tenancyId,
      kind,
      raisedAt: new Date(sinceMs),
    })),
  );
  const stored = await db.alarm.findMany({ where: { tenancyId: { in: tenancyIds } } });
  const raised = await db.alarm.createManyAndReturn({
    data: current,
    skipDuplicates: true,
  });
  for (const { tenancyId, kind } of raised)
    log.warn({ event: "alarm.raised", alarm: kind, tenancyId }, "alarm raised");
  const isCurrent = new Set(current.map(({ tenancyId, kind }) => `${tenancyId} ${kind}`));
  for (const { tenancyId, kind, raisedAt } of stored) {
    if (isCurrent.has(`${tenancyId} ${kind}`)) continue;
    const { count } = await db.alarm.deleteMany({ where: { tenancyId, kind, raisedAt } });
    if (count > 0) log.info({ event: "alarm.cleared", alarm: kind, tenancyId }, "alarm cleared");
  }
}

/**
 * Raises and clears the alarms of all tenancies, and logs each change once. Runs in one process at a
 * time and once a minute, however many processes call it.
 * @returns whether this call checked
 */
export async function updateAlarms(service: AlarmService): Promise<boolean> {
  const window = { key: "alarm-check", max: 1, windowMs: lifetimes.alarmCheckWindowMs };
  const [waitMs = 0] = await countTowards(service.db, [window], service.clock.now());
  if (waitMs > 0) return false;
  let tenancyIds: string[] = [];
  do {
    tenancyIds = await findActiveTenancies(service, tenancyIds.at(-1) ?? "");
    if (tenancyIds.length > 0) await updateBatch(service, tenancyIds);
  } while (tenancyIds.length === limits.alarmBatchTenancies);
  return true;
}
