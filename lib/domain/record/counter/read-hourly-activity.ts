import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { lifetimes } from "@/lib/limits";
import { type Counts, type Period, periods, spanOf } from "./read-activity";

/** Metrics that are read by hour. All `failure.*` are read as one, `failure.any`. */
const hourlyMetrics = [
  "passkey.registered",
  "passkey.authenticated",
  "user.authenticated-by-email",
  "challenge.verified",
];

export interface HourlyActivity {
  /** The period, in milliseconds. */
  fromMs: number;
  toMs: number;
  /** The first hour with any activity, also before the period; `toMs` if there was none. */
  firstMs: number;
  /**
   * Consecutive hours up to the current one. They begin one bucket before the period, so that a bucket
   * of the reader's time zone that the period cuts is complete.
   */
  hours: { fromMs: number; counts: Counts }[];
}

const Row = z.object({ metric: z.string(), hour: z.int(), count: z.coerce.number() });

/** Returns what the chart of the overview shows, by hour. */
export async function readHourlyActivity(
  ctx: TenancyContext,
  period: Period,
): Promise<HourlyActivity> {
  const { fromMs, toMs } = spanOf(ctx, period);
  const startMs = fromMs - periods[period].bucketMs;
  const first = await ctx.db.activityCount.findFirst({
    where: { tenancyId: ctx.tenancy.id, metric: { not: { startsWith: "api-key." } } },
    orderBy: { hour: "asc" },
    select: { hour: true },
  });
  // Raw, because Prisma cannot group by an expression.
  const rows = await ctx.db.query(Row)`
    SELECT CASE WHEN a."metric" LIKE 'failure.%' THEN 'failure.any' ELSE a."metric" END AS "metric",
      (extract(epoch FROM a."hour" - ${new Date(startMs)}::timestamptz) / 3600)::int AS "hour",
      sum(a."count")::text AS "count"
    FROM "ActivityCount" a
    WHERE a."tenancyId" = ${ctx.tenancy.id}
      AND a."hour" >= ${new Date(startMs)} AND a."hour" < ${new Date(toMs)}
      AND (a."metric" = ANY (${hourlyMetrics}::text[]) OR a."metric" LIKE 'failure.%')
    GROUP BY 1, 2`;
  const hours: HourlyActivity["hours"] = Array.from(
    { length: (toMs - startMs) / lifetimes.hourMs },
    (_, index) => ({ fromMs: startMs + index * lifetimes.hourMs, counts: {} }),
  );
  for (const { metric, hour, count } of rows) {
    const within = hours[hour];
    if (within !== undefined) within.counts[metric] = count;
  }
  return { fromMs, toMs, firstMs: first?.hour.getTime() ?? toMs, hours };
}
