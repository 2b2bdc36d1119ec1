import type { ActivityReport, Counts } from "@/lib/domain/record/counter/read-activity";

/** A part of a whole, such as the failed of all attempts. */
export interface Rate {
  part: (counts: Counts) => number;
  whole: (counts: Counts) => number;
  /** Names the whole, such as "attempts". */
  of: string;
}

interface Comparison {
  direction: "up" | "down" | null;
  /** Whether the rate changed by more than is usual. */
  isNotable: boolean;
  now: string;
  /** Undefined without a whole in the previous period. */
  before: string | undefined;
}

const percent = new Intl.NumberFormat("en", { style: "percent", maximumSignificantDigits: 2 });

/** Smaller changes are usual. */
export const notable = 0.1;

/**
 * Compares a rate with that of the previous period: with twice the sign-ins, twice the failures are
 * no worse. Returns undefined if there was nothing to fail.
 */
export function compareRates(
  { totals, before }: Pick<ActivityReport, "totals" | "before">,
  { part, whole }: Rate,
): Comparison | undefined {
  const rateOf = (counts: Counts) => (whole(counts) === 0 ? null : part(counts) / whole(counts));
  const now = rateOf(totals);
  const earlier = rateOf(before);
  if (now === null) return undefined;
  const shown = {
    now: percent.format(now),
    before: earlier === null ? undefined : percent.format(earlier),
  };
  if (earlier === null || shown.now === shown.before)
    return { ...shown, direction: null, isNotable: false };
  return {
    ...shown,
    direction: now > earlier ? "up" : "down",
    isNotable: earlier === 0 || Math.abs(now - earlier) / earlier >= notable,
  };
}
