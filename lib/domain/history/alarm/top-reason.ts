import { z } from "zod";
import { smallestIdAt } from "@/lib/domain/base/event-time";
import { lifetimes } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";

/** Events that are read for the first failure and the refused origin. */
const eventsRead = 200;

const metricPrefix = "failure.";

export const isFailure = Prisma.sql`a."metric" LIKE ${Prisma.raw(`'${metricPrefix}%'`)}`;

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
export const topReason = (hour: Date, condition: Prisma.Sql): Prisma.Sql => Prisma.sql`(
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
