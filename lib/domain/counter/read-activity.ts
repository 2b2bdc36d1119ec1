import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/context";
import { lifetimes } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { hourOf } from "./add-activity";

/** The periods of the overview and the sizes of their buckets, in whole hours. */
export const periods = {
  "24h": { periodMs: lifetimes.dayMs, bucketMs: lifetimes.hourMs },
  "7d": { periodMs: 7 * lifetimes.dayMs, bucketMs: 6 * lifetimes.hourMs },
  "30d": { periodMs: 30 * lifetimes.dayMs, bucketMs: lifetimes.dayMs },
} as const;

export type Period = keyof typeof periods;

/** Counts by metric; a metric without events is absent. */
export type Counts = Partial<Record<string, number>>;

export interface ActivityReport {
  /** Milliseconds. The current hour is included. */
  fromMs: number;
  toMs: number;
  buckets: { fromMs: number; counts: Counts }[];
  totals: Counts;
  /** Totals of the previous period of the same length. */
  before: Counts;
}

const Row = z.object({ metric: z.string(), bucket: z.int(), count: z.coerce.number() });

/** Reports a tenancy's activity. Reads hourly counts only, so the cost doesn't grow with its users. */
export async function readActivity(ctx: TenancyContext, period: Period): Promise<ActivityReport> {
  const { periodMs, bucketMs } = periods[period];
  const toMs = hourOf(ctx.clock.now()) + lifetimes.hourMs;
  const fromMs = toMs - periodMs;
  // -1 is the previous period.
  const bucket = Prisma.sql`GREATEST(floor(
    extract(epoch FROM a."hour" - ${new Date(fromMs)}::timestamptz) * 1000 / ${bucketMs}::int
  ), -1)::int`;
  // Raw, because Prisma cannot group by an expression.
  const rows = await ctx.db.query(Row)`
    SELECT a."metric", ${bucket} AS "bucket", sum(a."count")::text AS "count"
    FROM "ActivityCount" a
    WHERE a."tenancyId" = ${ctx.tenancy.id}
      AND a."hour" >= ${new Date(fromMs - periodMs)} AND a."hour" < ${new Date(toMs)}
      AND a."metric" NOT LIKE 'api-key.%'
    GROUP BY 1, 2`;
  const report: ActivityReport = {
    fromMs,
    toMs,
    buckets: Array.from({ length: periodMs / bucketMs }, (_, index) => ({
      fromMs: fromMs + index * bucketMs,
      counts: {},
    })),
    totals: {},
    before: {},
  };
  for (const { metric, bucket, count } of rows) {
    const sum = bucket < 0 ? report.before : report.totals;
    sum[metric] = (sum[metric] ?? 0) + count;
    const within = report.buckets[bucket];
    if (within !== undefined) within.counts[metric] = count;
  }
  return report;
}

/** Sums the metrics whose names begin with a prefix. */
export const sumOf = (counts: Counts, prefix: string): number =>
  Object.entries(counts).reduce(
    (sum, [metric, count]) => (metric.startsWith(prefix) ? sum + (count ?? 0) : sum),
    0,
  );
