import { z } from "zod";
import { lifetimes } from "@/lib/limits";
import type { TenancyContext } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";
import { hourOf } from "./add-activity";

/** Spans that the overview shows, each in whole hours, and how finely. */
export const periods = {
  "24h": { periodMs: lifetimes.dayMs, bucketMs: lifetimes.hourMs },
  "7d": { periodMs: 7 * lifetimes.dayMs, bucketMs: 6 * lifetimes.hourMs },
  "30d": { periodMs: 30 * lifetimes.dayMs, bucketMs: lifetimes.dayMs },
} as const;

export type Period = keyof typeof periods;

/** How often what happened, by metric; what never did is absent. */
export type Counts = Partial<Record<string, number>>;

export interface ActivityReport {
  /** Milliseconds; the hour in hand is included. */
  fromMs: number;
  toMs: number;
  buckets: { fromMs: number; counts: Counts }[];
  totals: Counts;
  /** Of as long a time before. */
  before: Counts;
}

const Row = z.object({ metric: z.string(), bucket: z.int(), count: z.coerce.number() });

/** What happened in a tenancy, from the counts alone: costs the same however many users it has. */
export async function readActivity(ctx: TenancyContext, period: Period): Promise<ActivityReport> {
  const { periodMs, bucketMs } = periods[period];
  const toMs = hourOf(ctx.clock.now()) + lifetimes.hourMs;
  const fromMs = toMs - periodMs;
  const rows = await ctx.run(Prisma.sql`
    SELECT a."metric", GREATEST(floor(extract(epoch FROM a."hour" - ${new Date(fromMs)}::timestamptz) * 1000 / ${bucketMs}::int), -1)::int AS "bucket", sum(a."count")::text AS "count"
    FROM "ActivityCount" a
    WHERE a."tenancyId" = ${ctx.tenancy.id} AND a."hour" >= ${new Date(fromMs - periodMs)} AND a."hour" < ${new Date(toMs)}
    GROUP BY 1, 2`);
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
  for (const { metric, bucket, count } of Row.array().parse(rows)) {
    const sum = bucket < 0 ? report.before : report.totals;
    sum[metric] = (sum[metric] ?? 0) + count;
    const within = report.buckets[bucket];
    if (within !== undefined) within.counts[metric] = count;
  }
  return report;
}

/** The sum of all metrics whose names begin so. */
export const sumOf = (counts: Counts, start: string): number =>
  Object.entries(counts).reduce(
    (sum, [metric, count]) => (metric.startsWith(start) ? sum + (count ?? 0) : sum),
    0,
  );
