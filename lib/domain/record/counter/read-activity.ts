import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { lifetimes } from "@/lib/limits";
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
  totals: Counts;
  /** Totals of the previous period of the same length. */
  before: Counts;
}

/** Returns the period that ends with the current hour. */
export function spanOf(ctx: TenancyContext, period: Period): { fromMs: number; toMs: number } {
  const toMs = hourOf(ctx.clock.now()) + lifetimes.hourMs;
  return { fromMs: toMs - periods[period].periodMs, toMs };
}

const Row = z.object({ metric: z.string(), isBefore: z.boolean(), count: z.coerce.number() });

/** Reports a tenancy's activity. Reads hourly counts only, so the cost doesn't grow with its users. */
export async function readActivity(ctx: TenancyContext, period: Period): Promise<ActivityReport> {
  const { fromMs, toMs } = spanOf(ctx, period);
  const from = new Date(fromMs);
  // Raw, because Prisma cannot group by an expression.
  const rows = await ctx.db.query(Row)`
    SELECT a."metric", a."hour" < ${from} AS "isBefore", sum(a."count")::text AS "count"
    FROM "ActivityCount" a
    WHERE a."tenancyId" = ${ctx.tenancy.id}
      AND a."hour" >= ${new Date(2 * fromMs - toMs)} AND a."hour" < ${new Date(toMs)}
      AND a."metric" NOT LIKE 'api-key.%'
    GROUP BY 1, 2`;
  const totals: Counts = {};
  const before: Counts = {};
  for (const { metric, isBefore, count } of rows) (isBefore ? before : totals)[metric] = count;
  return { fromMs, toMs, totals, before };
}

/** Sums the metrics whose names begin with a prefix. */
export const sumOf = (counts: Counts, prefix: string): number =>
  Object.entries(counts).reduce(
    (sum, [metric, count]) => (metric.startsWith(prefix) ? sum + (count ?? 0) : sum),
    0,
  );

/**
 * Returns the period that shows the tenancy's activity best: a week, or a day if all of it is that
 * young, or 30 days if there was none for a week.
 */
export async function findActivePeriod(ctx: TenancyContext): Promise<Period> {
  const { _min: oldest, _max: newest } = await ctx.db.activityCount.aggregate({
    where: {
      tenancyId: ctx.tenancy.id,
      hour: { gte: new Date(spanOf(ctx, "30d").fromMs) },
      metric: { not: { startsWith: "api-key." } },
    },
    _min: { hour: true },
    _max: { hour: true },
  });
  if (oldest.hour === null || newest.hour === null) return "7d";
  if (oldest.hour.getTime() >= spanOf(ctx, "24h").fromMs) return "24h";
  return newest.hour.getTime() < spanOf(ctx, "7d").fromMs ? "30d" : "7d";
}
