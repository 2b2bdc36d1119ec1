import { exactUpTo } from "@/components/console/total-words";
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

/** The number of events in a list. Its count stops early; then the counter is closer. */
const listed = ({ count, isExact }: BoundedCount, counted: number) =>
  isExact && count <= exactUpTo ? count : Math.max(count, counted);

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
  const eventsOf = async (count: number, reason?: string) => {
    const ofReason = reason === undefined ? {} : { reason };
    return listed(await countTimeline(ctx, { kind: "refused", fromMs, ...ofReason }), count);
  };
  const events = await Promise.all(
    counted.slice(0, shownAtMost).map(async (shown) => ({
      ...shown,
      count: await eventsOf(shown.count, shown.reason),
    })),
  );
  const reasons = events.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  const shown = reasons.reduce((total, { count }) => total + count, 0);
  const total = counted.length > shownAtMost ? await eventsOf(sum) : shown;
  return { reasons, all: total > shown ? total : 0, isDeleted: sum > 0 && total === 0 };
}
