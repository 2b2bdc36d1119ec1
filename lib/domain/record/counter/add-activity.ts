import type { Queryable, Service } from "@/lib/domain/base/context";
import type { KeyMetric, NotedMetric, ProviderMetric } from "@/lib/domain/base/metric";
import { purgeBefore } from "@/lib/domain/base/purge-batch";
import type { CountedAction } from "@/lib/domain/record/audit/audit-actions";
import { lifetimes } from "@/lib/limits";

/** What is counted. */
export type Metric = CountedAction | NotedMetric | ProviderMetric | KeyMetric;

/** The count of a metric in one hour of a tenancy; `hourMs` is the start of the hour. */
export interface Activity {
  tenancyId: string;
  hourMs: number;
  metric: Metric;
  count: number;
}

/** Returns the start of the UTC hour that contains a time (ms). */
export const hourOf = (atMs: number): number => atMs - (atMs % lifetimes.hourMs);

/**
 * Adds to the counts in one statement. Skips unknown tenancies. Rows are locked in primary key order,
 * so concurrent processes never deadlock.
 */
export function addActivity(
  tx: Pick<Queryable, "$executeRaw">,
  activities: readonly Activity[],
): Promise<number> {
  const rows = activities.map(({ hourMs, ...activity }) => ({
    ...activity,
    hour: new Date(hourMs),
  }));
  // Raw, because Prisma's upsert writes one row at a time.
  return tx.$executeRaw`
    INSERT INTO "ActivityCount" AS a ("tenancyId", "hour", "metric", "count")
    SELECT n."tenancyId", n."hour", n."metric", sum(n."count")
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS n("tenancyId" text, "hour" timestamptz, "metric" text, "count" bigint)
    JOIN "Tenancy" t ON t."id" = n."tenancyId"
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT ("tenancyId", "hour", "metric") DO UPDATE SET "count" = a."count" + excluded."count"`;
}

/** Deletes a batch of counts older than `activityKeptMs`. */
export const purgeActivity = ({ db, clock }: Service): Promise<number> =>
  purgeBefore(db, "ActivityCount", "hour", clock.now() - lifetimes.activityKeptMs);
