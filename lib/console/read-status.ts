import { join } from "node:path";
import { z } from "zod";
import { getConfig } from "@/lib/config";
import type { StatusFigures } from "@/lib/domain/status/judge-status";
import { pendingMigrations } from "@/lib/platform/migrations";
import { getService } from "@/lib/service/service";

const Row = z.object({
  databaseTime: z.date(),
  databaseVersion: z.string(),
  queued: z.int(),
  dueAt: z.date().nullable(),
  unsealedAt: z.date().nullable(),
});

const sinceMs = (nowMs: number, time: Date | null) =>
  time === null || time.getTime() > nowMs ? null : nowMs - time.getTime();

/** Reads what this process sees of the installation, across all tenancies. */
export async function readStatus(): Promise<StatusFigures> {
  const { clock, db, pool } = getService();
  const askedAt = clock.now();
  await pool.query("SELECT 1");
  const databaseMs = clock.now() - askedAt;
  const before = clock.now();
  const [row] = await db.query(Row)`
    SELECT clock_timestamp() AS "databaseTime",
      current_setting('server_version') AS "databaseVersion",
      (SELECT count(*)::int FROM "OutboxMail" WHERE "state" = 'queued') AS "queued",
      (SELECT min("dueAt") FROM "OutboxMail" WHERE "state" = 'queued') AS "dueAt",
      (SELECT min("createdAt") FROM "AuditEvent" WHERE "sealId" IS NULL) AS "unsealedAt"`;
  if (row === undefined) throw new Error("The database returned no status.");
  const now = clock.now();
  return {
    databaseMs,
    databaseVersion: row.databaseVersion,
    pendingMigrations: (
      await pendingMigrations({
        query: pool,
        folder: join(getConfig().installationFolder, "prisma/migrations"),
      })
    ).length,
    pool: {
      used: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
      most: pool.options.max,
    },
    clockSkewMs: Math.round(row.databaseTime.getTime() - (before + now) / 2),
    queuedEmails: row.queued,
    emailOverdueMs: sinceMs(now, row.dueAt),
    unsealedMs: sinceMs(now, row.unsealedAt),
  };
}
