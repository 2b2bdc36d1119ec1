import type { TenancyContext } from "@/lib/domain/base/context";
import { keyMetric } from "@/lib/domain/base/metric";
import { lifetimes } from "@/lib/limits";

/** Returns the start of the UTC day that contains a time (ms). */
export const dayOf = (atMs: number): number => atMs - (atMs % lifetimes.dayMs);

export interface KeyCalls {
  /** Requests of the current UTC day. */
  today: number;
  /** Mean of the last seven days, or of the days since the key's creation. Null on its first day. */
  perDay: number | null;
}

const averagedDays = 7;

/**
 * Reads how often each key was used, from one row per key and day.
 * @param keys at most a page of keys; `createdAt` in ms
 */
export async function readKeyCalls(
  { db, tenancy, clock }: TenancyContext,
  keys: readonly { id: string; createdAt: number }[],
): Promise<Map<string, KeyCalls>> {
  const today = dayOf(clock.now());
  const days = Array.from({ length: averagedDays + 1 }, (_, ago) => today - ago * lifetimes.dayMs);
  const rows = await db.activityCount.findMany({
    where: {
      tenancyId: tenancy.id,
      hour: { in: days.map((day) => new Date(day)) },
      metric: { in: keys.map(({ id }) => keyMetric(id)) },
    },
  });
  return new Map(
    keys.map(({ id, createdAt }) => {
      const counted = rows.filter(({ metric }) => metric === keyMetric(id));
      const sum = (isToday: boolean) =>
        counted
          .filter(({ hour }) => (hour.getTime() === today) === isToday)
          .reduce((total, { count }) => total + Number(count), 0);
      const age = Math.min(averagedDays, (today - dayOf(createdAt)) / lifetimes.dayMs);
      return [id, { today: sum(true), perDay: age > 0 ? Math.round(sum(false) / age) : null }];
    }),
  );
}
