import type { TenancyContext } from "@/lib/domain/base/context";
import { type Period, spanOf } from "./read-activity";

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
