import { z } from "zod";
import type { Service } from "@/lib/domain/base/context";
import type { PoolUse } from "@/lib/platform/status-gauges";
import type { TenancyEmailAlarm } from "./list-raised-alarms";
import type { StandbyState } from "./read-standby";

/** `act`: something is broken or soon will be. `watch`: unusual, but nothing is lost. */
export type StatusLevel = "good" | "watch" | "act";

/** What one process of the installation sees. Durations in ms. */
export interface StatusFigures {
  /** How long a trivial statement took, its wait for a connection included. */
  databaseMs: number;
  databaseVersion: string;
  /** `isRequired`: by the configuration. */
  standby: { state: StandbyState; isRequired: boolean };
  pendingMigrations: number;
  pool: PoolUse;
  /** The database's clock minus this process's clock. */
  clockSkewMs: number;
  queuedEmails: number;
  /** Queued emails of which an attempt failed. */
  retryingEmails: number;
  /** The alarms about emails, as each tenancy's overview shows them. */
  emailAlarms: readonly TenancyEmailAlarm[];
  /** How long the provider has accepted no email although some are retried; null if it has. */
  unacceptedMs: number | null;
  /** How long the email that has waited longest has been due; null if none is due. */
  emailOverdueMs: number | null;
  /** Age of the oldest audit event that no seal covers; null if all are sealed. */
  unsealedMs: number | null;
}

export const statusChecks = [
  "database",
  "standby",
  "migrations",
  "pool",
  "clock",
  "emails",
  "audit",
] as const;
export type StatusCheck = (typeof statusChecks)[number];

const second = 1_000;
const minute = 60 * second;

const grade = (value: number, watch: number, act: number): StatusLevel =>
  value >= act ? "act" : value >= watch ? "watch" : "good";

function judgeEmails({ emailAlarms, unacceptedMs }: StatusFigures): StatusLevel {
  if (emailAlarms.some(({ alarm }) => alarm.isSevere)) return "act";
  return emailAlarms.length > 0 || unacceptedMs !== null ? "watch" : "good";
}

/** If no standby is connected, every change waits for one, required or not. */
const judgeStandby = ({ standby: { state, isRequired } }: StatusFigures): StatusLevel =>
  state === "not-connected" || (isRequired && state !== "awaited") ? "act" : "good";

/**
 * Judges each figure by itself, and emails as the alarms of the tenancies do, or by what was accepted
 * where emails are too few for an alarm. Seals are due within a minute, so three minutes are two missed
 * rounds. Ten seconds of skew still let every code and token pass; a minute is the tolerance of many
 * verifiers of ID tokens.
 */
export function judgeStatus(figures: StatusFigures): Record<StatusCheck, StatusLevel> {
  const { pool } = figures;
  return {
    database: grade(figures.databaseMs, 100, second),
    standby: judgeStandby(figures),
    migrations: figures.pendingMigrations > 0 ? "act" : "good",
    pool: grade(pool.waiting, 1, pool.most),
    clock: grade(Math.abs(figures.clockSkewMs), 10 * second, minute),
    emails: judgeEmails(figures),
    audit: grade(figures.unsealedMs ?? 0, 3 * minute, 15 * minute),
  };
}

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
