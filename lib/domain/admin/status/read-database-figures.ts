import { z } from "zod";
import type { Service } from "@/lib/domain/base/context";
import type { StatusFigures } from "./judge-status";

export type DatabaseFigures = Pick<
  StatusFigures,
  | "databaseVersion"
  | "clockSkewMs"
  | "queuedEmails"
  | "retryingEmails"
  | "emailOverdueMs"
  | "unsealedMs"
>;

const Row = z.object({
  databaseTime: z.date(),
  databaseVersion: z.string(),
  queued: z.int(),
  retrying: z.int(),
  dueAt: z.date().nullable(),
  unsealedAt: z.date().nullable(),
});

const sinceMs = (nowMs: number, time: Date | null) =>
  time === null || time.getTime() > nowMs ? null : nowMs - time.getTime();

/** Reads the database's clock, the email queue and the unsealed audit events in one statement. */
export async function readDatabaseFigures({
  clock,
  db,
}: Pick<Service, "clock" | "db">): Promise<DatabaseFigures> {
  const before = clock.now();
  // Raw, so that one round trip reads the clock too. Partial indexes cover only what waits.
  const [row] = await db.query(Row)`
    SELECT clock_timestamp() AS "databaseTime",
      current_setting('server_version') AS "databaseVersion",
      (SELECT count(*)::int FROM "OutboxMail" WHERE "state" = 'queued') AS "queued",
      (SELECT count("lastError")::int FROM "OutboxMail" WHERE "state" = 'queued') AS "retrying",
      (SELECT min("dueAt") FROM "OutboxMail" WHERE "state" = 'queued') AS "dueAt",
      (SELECT min("createdAt") FROM "AuditEvent" WHERE "sealId" IS NULL) AS "unsealedAt"`;
  if (row === undefined) throw new Error("The database returned no status.");
  const now = clock.now();
  return {
    databaseVersion: row.databaseVersion,
    clockSkewMs: Math.round(row.databaseTime.getTime() - (before + now) / 2),
    queuedEmails: row.queued,
    retryingEmails: row.retrying,
    emailOverdueMs: sinceMs(now, row.dueAt),
    unsealedMs: sinceMs(now, row.unsealedAt),
  };
}
