import { join } from "node:path";
import { getConfig } from "@/lib/config";
import { readDatabaseFigures, type StatusFigures } from "@/lib/domain/admin/status/judge-status";
import {
  isTenancyEmailAlarm,
  listAlarmsWithin,
} from "@/lib/domain/admin/status/list-raised-alarms";
import { readStandby } from "@/lib/domain/admin/status/read-standby";
import { readUnacceptedSince } from "@/lib/domain/admin/status/read-unaccepted-since";
import { pendingMigrations } from "@/lib/platform/migrations";
import { readPoolUse } from "@/lib/platform/status-gauges";
import { getService } from "@/lib/service/service";

/** Reads what this process sees of the installation, across all tenancies. */
export async function readStatus(): Promise<StatusFigures> {
  const { clock, db, pool } = getService();
  const askedAt = clock.now();
  await pool.query("SELECT 1");
  const databaseMs = clock.now() - askedAt;
  const figures = await readDatabaseFigures({ clock, db });
  const alarms = await listAlarmsWithin({ clock, db }, null);
  const unacceptedSince = await readUnacceptedSince({ db });
  const { installationFolder, requiresStandby } = getConfig();
  return {
    ...figures,
    standby: { state: await readStandby({ db }), isRequired: requiresStandby },
    emailAlarms: alarms.filter(isTenancyEmailAlarm),
    unacceptedMs: unacceptedSince === null ? null : clock.now() - unacceptedSince,
    databaseMs,
    pendingMigrations: (await pendingMigrations(db, join(installationFolder, "prisma/migrations")))
      .length,
    pool: readPoolUse(pool),
  };
}
