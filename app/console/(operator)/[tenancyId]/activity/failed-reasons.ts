import type { BoundedCount } from "@/lib/domain/bounded-scan";
import type { TenancyContext } from "@/lib/domain/context";
import type { Counts } from "@/lib/domain/counter/read-activity";
import { countTimeline } from "@/lib/domain/timeline-search/find-timeline";
import { reasonWords } from "./reason-words";

interface FailedReason {
  reason: string;
  words: string;
  count: number;
}

export interface FailedReasons {
  /** The most frequent reasons first. */
  reasons: FailedReason[];
  /** All failures, if there are other reasons; else 0. */
  all: number;
  /** Failures were counted, but their events no longer exist. */
  isDeleted: boolean;
}

const shownAtMost = 3;

/** Returns the counted reasons, the most frequent first. */
export const countedReasons = (totals: Counts): FailedReason[] =>
  Object.entries(reasonWords)
    .map(([reason, words]) => ({ reason, words, count: totals[`failure.${reason}`] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);

/**
 * Returns why requests failed, with the numbers of events that the list shows. Erasing a user deletes
 * events that stay counted, so a counted reason may have none.
 * @param report.fromMs the start of the counted period, in ms
 */
export async function readFailedReasons(
  ctx: TenancyContext,
  { fromMs, totals }: { fromMs: number; totals: Counts },
): Promise<FailedReasons> {
  const counted = countedReasons(totals);
  const sum = counted.reduce((all, { count }) => all + count, 0);
  const eventsOf = (reason?: string) =>
    countTimeline(ctx, { kind: "refused", fromMs, ...(reason === undefined ? {} : { reason }) });
  // A count that stopped is lower than the list.
  const exact = (events: BoundedCount, count: number) =>
    events.isExact ? events.count : Math.max(events.count, count);
  const [all, ...events] = await Promise.all([
    sum === 0 ? { count: 0, isExact: true } : eventsOf(),
    ...counted.slice(0, shownAtMost).map(async (shown) => ({
      ...shown,
      count: exact(await eventsOf(shown.reason), shown.count),
    })),
  ]);
  const reasons = events.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  const shown = reasons.reduce((total, { count }) => total + count, 0);
  const total = exact(all, sum);
  return { reasons, all: total > shown ? total : 0, isDeleted: sum > 0 && total === 0 };
}
