import type { TenancyContext } from "@/lib/domain/base/context";
import {
  countReasons,
  type FailureSearch,
} from "@/lib/domain/history/timeline-search/count-reasons";
import { countTimeline } from "@/lib/domain/history/timeline-search/find-timeline";
import { type Counts, sumOf } from "@/lib/domain/record/counter/read-activity";
import type { ListedFailures } from "./activity-search";
import { reasonWords, wordsOfReason } from "./reason-words";

/** A number as the list that it leads to counts it. */
interface Listed {
  count: number;
  isExact: boolean;
}

interface FailedReason extends Listed {
  reason: string;
  words: string;
}

export interface FailedReasons {
  /** The most frequent reasons first. */
  reasons: FailedReason[];
  /** All failures, if there are other reasons; else null. */
  all: Listed | null;
  /** Failures were counted, but their events no longer exist. */
  isDeleted: boolean;
}

const shownAtMost = 5;

/** Returns the counted reasons, the most frequent first. */
export const countedReasons = (totals: Counts): { reason: string; count: number }[] =>
  Object.keys(reasonWords)
    .map((reason) => ({ reason, count: totals[`failure.${reason}`] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);

interface Failures {
  search: FailureSearch;
  /** What was counted, if the search is for all failures since then. Events of erased users stay counted. */
  totals: Counts;
}

/** The numbers of failures whose events were all read, or the least numbers. */
async function readAll(ctx: TenancyContext, { search }: Failures) {
  const { counts, isComplete: isExact } = await countReasons(ctx, search);
  const reasons = counts.flatMap(({ reason, count }) =>
    reason === null ? [] : [{ reason, count, isExact }],
  );
  const count = counts.reduce((sum, one) => sum + one.count, 0);
  return { reasons, all: { count, isExact } };
}

/** The numbers of the lists, for the reasons that are probably the most frequent. */
async function readEach(
  ctx: TenancyContext,
  { search: { who: _who, ...search }, totals }: Failures,
  read: readonly { reason: string; count: number }[],
) {
  const known = new Map(read.map(({ reason, count }) => [reason, count]));
  for (const { reason, count } of countedReasons(totals))
    known.set(reason, Math.max(count, known.get(reason) ?? 0));
  const likely = [...known].sort(([, a], [, b]) => b - a).map(([reason]) => reason);
  const [all, ...reasons] = await Promise.all([
    countTimeline(ctx, search),
    ...likely.slice(0, shownAtMost).map(async (reason) => ({
      reason,
      ...(await countTimeline(ctx, { ...search, reason })),
    })),
  ]);
  return { reasons: reasons.filter(({ count }) => count > 0), all };
}

/**
 * Returns why requests failed, each reason with the number of events that its list shows. A list of a user
 * or a mailbox has no number above a bound: then the least one.
 */
export async function readFailedReasons(
  ctx: TenancyContext,
  { search, isEverything }: Pick<ListedFailures, "search" | "isEverything">,
  { totals }: { totals: Counts },
): Promise<FailedReasons> {
  const failures = { search, totals: isEverything ? totals : {} };
  const read = await readAll(ctx, failures);
  const { reasons, all } =
    read.all.isExact || search.who !== undefined
      ? read
      : await readEach(ctx, failures, read.reasons);
  const shown = reasons
    .sort((a, b) => b.count - a.count)
    .slice(0, shownAtMost)
    .map((one) => ({ ...one, words: wordsOfReason(one.reason) }));
  const ofShown = shown.reduce((sum, { count }) => sum + count, 0);
  return {
    reasons: shown,
    all: all.count > ofShown ? all : null,
    isDeleted: all.count === 0 && sumOf(failures.totals, "failure.") > 0,
  };
}
