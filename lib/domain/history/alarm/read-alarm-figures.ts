// The figures that decide a tenancy's alarms: one statement for up to `limits.alarmBatchTenancies`
// tenancies, and one read of their hourly counters. Each part reads a bounded number of rows by an index:
// - deliveries: the newest `limits.alarmEmails` emails of the last hour
// - late: emails that have been due for a minute
// - failures: the activity of this hour and the one before
// - usual: the activity of the 7 days before, only if enough requests failed
// - top reasons: of the same two hours, the same way, with up to 200 events of each
// - webhooks: those that fail
// - metadata: of the system tenancy, the one row of the FIDO Metadata
import { z } from "zod";
import type { Service } from "@/lib/domain/base/context";
import { smallestIdAt } from "@/lib/domain/base/event-time";
import { hourOf } from "@/lib/domain/record/counter/add-activity";
import { usageKeys } from "@/lib/domain/sign-in/challenge/challenge-ceiling";
import { visitorCeiling } from "@/lib/domain/sign-in/challenge/visitor-limits";
import { lifetimes, limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { failedAttempts, failedRequests, lateAfterMs, lateEmailsCounted } from "./alarm";

/**
 * The column `metadataOutdatedAt` of tenancy `t`: the end of the day on which a newer FIDO Metadata BLOB
 * was due. Null before, and in all tenancies but the system tenancy.
 */
const metadataOutdatedAt = (now: Date): Prisma.Sql => Prisma.sql`(
  SELECT b."nextUpdate" + interval '1 day' FROM "MetadataBlob" b
  WHERE t."isSystem" AND b."id" = 1
    AND b."nextUpdate" <= ${new Date(now.getTime() - lifetimes.dayMs)}) AS "metadataOutdatedAt"`;

const deliveryOutcomes = ["accepted", "retrying", "refused", "expired"] as const;

/**
 * A tenancy's newest emails of the last hour, at most `limits.alarmEmails`, with their outcome and the
 * provider's answer to the last attempt that failed. The outcome is null if an email wasn't tried yet, or
 * isn't wanted.
 */
export const newestEmails = (tenancyId: Prisma.Sql, now: Date): Prisma.Sql => Prisma.sql`
  SELECT m."id", m."challengeId", m."lastError" AS "answer", CASE
      WHEN m."state" = 'sent' THEN 'accepted'
      WHEN m."state" = 'queued' AND m."lastError" IS NOT NULL THEN 'retrying'
      WHEN m."state" = 'dead' AND m."endedBy" = 'expired' THEN 'expired'
      WHEN m."state" = 'dead' AND m."endedBy" IS DISTINCT FROM 'unwanted' THEN 'refused'
    END AS "outcome"
  FROM "OutboxMail" m
  WHERE m."tenancyId" = ${tenancyId} AND m."id" >= ${smallestIdAt(now.getTime() - lifetimes.hourMs)}
  ORDER BY m."id" DESC LIMIT ${limits.alarmEmails}`;

/** Events that are read for the first failure and the refused origin. */
const eventsRead = 200;

const metricPrefix = "failure.";

const isFailure = Prisma.sql`a."metric" LIKE ${Prisma.raw(`'${metricPrefix}%'`)}`;

/** The most frequent reason of an hour's failed requests. */
export const TopReason = z.object({
  reason: z.string(),
  count: z.int(),
  /** Of the first failure in the timeline; null if none is there. */
  firstId: z.string().nullable(),
  /** The origin of most of the newest failures, if it was refused. */
  origin: z.string().nullable(),
});
export type TopReason = z.infer<typeof TopReason>;

/** Events of reason `r` within an hour. The index by reason yields their order. */
const eventsOf = (hour: Date, order: Prisma.Sql) => Prisma.sql`
  SELECT e."id", e."kind", e."origin" FROM "TimelineEvent" e
  WHERE e."tenancyId" = t."id" AND e."reason" IS NOT NULL
    AND (e."reason", e."id") >= (r."reason", ${smallestIdAt(hour.getTime())})
    AND (e."reason", e."id") < (r."reason", ${smallestIdAt(hour.getTime() + lifetimes.hourMs)})
  ORDER BY e."reason" ${order}, e."id" ${order} LIMIT ${eventsRead}`;

const ofRequest = Prisma.sql`FILTER (WHERE e."kind" LIKE '%.refused')`;

/**
 * A `TopReason` of tenancy `t` in the hour that begins at `hour`, as JSON; null without failures. The
 * newest events name the origin: what fails now is what can be repaired.
 */
const topReason = (hour: Date, condition: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT json_build_object('reason', r."reason", 'count', r."count",
    'firstId', (SELECT min(e."id") ${ofRequest} FROM (${eventsOf(hour, Prisma.sql`ASC`)}) e),
    'origin', (
      SELECT NULLIF(mode() WITHIN GROUP (ORDER BY COALESCE(e."origin", '')) ${ofRequest}, '')
      FROM (${eventsOf(hour, Prisma.sql`DESC`)}) e))
  FROM (
    SELECT substr(a."metric", ${metricPrefix.length + 1}::int) COLLATE "default" AS "reason", a."count"
    FROM "ActivityCount" a
    WHERE ${condition} AND a."tenancyId" = t."id" AND a."hour" = ${hour} AND ${isFailure}
    ORDER BY a."count" DESC, a."metric" LIMIT 1
  ) r)`;

const usualMs = 7 * lifetimes.dayMs;

const Hour = z.object({ count: z.int(), requests: z.int() });
const Row = z.object({
  tenancyId: z.string(),
  challengesPerHourCeiling: z.int(),
  deliveries: z.object({
    /** Of the emails that were tried, newest first. */
    outcomes: z.array(z.enum(deliveryOutcomes)),
    /** Of the emails that weren't accepted, newest first. */
    failedIds: z.array(z.string()),
    /** The provider's answer to the newest of these. */
    lastAnswer: z.string().nullable(),
  }),
  late: z.object({ emails: z.int(), oldestDueAt: z.coerce.date().nullable() }),
  failures: z.object({ thisHour: Hour, lastHour: Hour }),
  topReasons: z.object({ thisHour: TopReason.nullable(), lastHour: TopReason.nullable() }),
  /** Sums over `hours` full hours. */
  usual: z.object({ failures: z.int(), requests: z.int(), hours: z.int() }),
  /** Those that fail, the one that has failed longest first. */
  webhooks: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      failingSince: z.coerce.date(),
      lastFailure: z.string().nullable(),
      raisesAlarm: z.boolean(),
    }),
  ),
  /** Since when the installation's FIDO Metadata is outdated. Null in all tenancies but the system's. */
  metadataOutdatedAt: z.date().nullable(),
});

interface Usage {
  used: number;
  ceiling: number;
}

/** The figures of one tenancy. */
export interface AlarmFigures extends Omit<z.infer<typeof Row>, "challengesPerHourCeiling"> {
  /** Start of the current hour. */
  hourMs: number;
  codes: Usage;
  visitorCodes: Usage;
}

const isFailed = Prisma.sql`FILTER (WHERE o."outcome" <> 'accepted')`;

const deliveries = (now: Date) => Prisma.sql`
  SELECT json_build_object(
    'outcomes', COALESCE(json_agg(o."outcome" ORDER BY o."id" DESC), '[]'),
    'failedIds', COALESCE(json_agg(o."id" ORDER BY o."id" DESC) ${isFailed}, '[]'),
    'lastAnswer', (array_agg(o."answer" ORDER BY o."id" DESC) ${isFailed})[1]
  ) AS "deliveries"
  FROM (${newestEmails(Prisma.sql`t."id"`, now)}) o WHERE o."outcome" IS NOT NULL`;

const late = (now: Date) => Prisma.sql`
  SELECT json_build_object('emails', count(*), 'oldestDueAt', min(l."dueAt")) AS "late"
  FROM (
    SELECT m."dueAt" FROM "OutboxMail" m
    WHERE m."tenancyId" = t."id" AND m."state" = 'queued'
      AND m."dueAt" < ${new Date(now.getTime() - lateAfterMs)}
    ORDER BY m."dueAt" LIMIT ${lateEmailsCounted}
  ) l`;

const isRequest = Prisma.sql`(${isFailure} OR a."metric" IN (
  'passkey.registered', 'passkey.authenticated', 'user.authenticated-by-email', 'challenge.created',
  'challenge.verified', 'code.exchanged'))`;
const sumWhere = (condition: Prisma.Sql) =>
  Prisma.sql`COALESCE(sum(a."count") FILTER (WHERE ${condition}), 0)::int`;

/** Failures and requests of the hour that begins at `hour`. */
const ofHour = (hour: Date) => Prisma.sql`json_build_object(
  'count', ${sumWhere(Prisma.sql`a."hour" = ${hour} AND ${isFailure}`)},
  'requests', ${sumWhere(Prisma.sql`a."hour" = ${hour} AND ${isRequest}`)})`;

const failures = (hour: Date, lastHour: Date) => Prisma.sql`
  SELECT json_build_object('thisHour', ${ofHour(hour)}, 'lastHour', ${ofHour(lastHour)}) AS "failures",
    ${sumWhere(isFailure)} AS "failed"
  FROM "ActivityCount" a WHERE a."tenancyId" = t."id" AND a."hour" >= ${lastHour}`;

const hasFailures = Prisma.sql`f."failed" >= ${failedRequests.min}`;

const topReasons = (hour: Date, lastHour: Date) => Prisma.sql`
  SELECT json_build_object('thisHour', ${topReason(hour, hasFailures)},
    'lastHour', ${topReason(lastHour, hasFailures)}) AS "topReasons"`;

const usual = (lastHour: Date) => Prisma.sql`
  SELECT json_build_object(
    'failures', ${sumWhere(isFailure)},
    'requests', ${sumWhere(isRequest)},
    'hours', floor(extract(epoch FROM
      ${lastHour}::timestamptz - GREATEST(t."createdAt", ${new Date(lastHour.getTime() - usualMs)})) / 3600)
  ) AS "usual"
  FROM "ActivityCount" a
  WHERE ${hasFailures} AND a."tenancyId" = t."id"
    AND a."hour" >= ${new Date(lastHour.getTime() - usualMs)} AND a."hour" < ${lastHour}`;

const webhooks = (now: Date) => Prisma.sql`
  SELECT COALESCE(json_agg(json_build_object(
    'id', h."id", 'name', h."name", 'failingSince', h."failingSince", 'lastFailure', h."lastFailure",
    'raisesAlarm', h."failures" >= ${failedAttempts.min}
      AND h."failingSince" <= ${new Date(now.getTime() - failedAttempts.forMs)}::timestamptz
  ) ORDER BY h."failingSince", h."id"), '[]') AS "webhooks"
  FROM "Webhook" h
  WHERE h."tenancyId" = t."id" AND h."disabledAt" IS NULL AND h."failingSince" IS NOT NULL`;

/** Reads the figures of tenancies. Deleted tenancies have none. */
export async function readAlarmFigures(
  { db, clock }: Pick<Service, "db" | "clock">,
  tenancyIds: readonly string[],
): Promise<AlarmFigures[]> {
  const now = new Date(clock.now());
  const hourMs = hourOf(now.getTime());
  const hour = new Date(hourMs);
  const lastHour = new Date(hourMs - lifetimes.hourMs);
  // Raw, because Prisma can neither limit rows per tenancy nor aggregate by condition.
  const rows = await db.query(Row)`
    SELECT t."id" AS "tenancyId", t."challengesPerHourCeiling",
      d."deliveries", l."late", f."failures", r."topReasons", u."usual", w."webhooks",
      ${metadataOutdatedAt(now)}
    FROM "Tenancy" t
    CROSS JOIN LATERAL (${deliveries(now)}) d
    CROSS JOIN LATERAL (${late(now)}) l
    CROSS JOIN LATERAL (${failures(hour, lastHour)}) f
    CROSS JOIN LATERAL (${topReasons(hour, lastHour)}) r
    CROSS JOIN LATERAL (${usual(lastHour)}) u
    CROSS JOIN LATERAL (${webhooks(now)}) w
    WHERE t."id" = ANY (${[...tenancyIds]}::text[]) AND t."deletedAt" IS NULL`;
  const keys = rows.flatMap(({ tenancyId: id, challengesPerHourCeiling }) => [
    ...usageKeys(id, now),
    visitorCeiling({ id, challengesPerHourCeiling }, now).key,
  ]);
  const counters = await db.limitCounter.findMany({ where: { key: { in: keys } } });
  const points = new Map(counters.map((counter) => [counter.key, counter.points]));
  return rows.map(({ challengesPerHourCeiling, ...row }) => {
    const { key, max } = visitorCeiling({ id: row.tenancyId, challengesPerHourCeiling }, now);
    const codes = usageKeys(row.tenancyId, now).reduce(
      (sum, usageKey) => sum + (points.get(usageKey) ?? 0),
      0,
    );
    return {
      ...row,
      hourMs,
      codes: { used: codes, ceiling: challengesPerHourCeiling },
      visitorCodes: { used: points.get(key) ?? 0, ceiling: max },
    };
  });
}
