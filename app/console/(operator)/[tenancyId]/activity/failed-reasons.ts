import type { Counts } from "@/lib/domain/counter/read-activity";
import { reasonWords } from "./reason-words";

interface FailedReason {
  reason: string;
  words: string;
  count: number;
}

const shownAtMost = 3;

/** Returns why requests failed, the most frequent reasons first, and how many other failures there were. */
export function failedReasons(totals: Counts): { reasons: FailedReason[]; others: number } {
  const all = Object.entries(reasonWords)
    .map(([reason, words]) => ({ reason, words, count: totals[`failure.${reason}`] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  const rest = all.slice(shownAtMost);
  return {
    reasons: all.slice(0, shownAtMost),
    others: rest.reduce((sum, { count }) => sum + count, 0),
  };
}
