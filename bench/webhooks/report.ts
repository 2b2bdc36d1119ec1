import { cell, markdownTable } from "@/bench/markdown-table";
import { quantile } from "@/bench/quantile";

/** The bar from commit to arrival. */
const maxDelayP99Ms = 3_000;

export interface DelayFigures {
  deliveries: number;
  /** Deliveries that never arrived. */
  missing: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

/** @param delaysMs from the events' commits to their first arrivals @param expected how many */
export function delayOf(delaysMs: number[], expected: number): DelayFigures {
  const sorted = delaysMs.toSorted((a, b) => a - b);
  return {
    deliveries: sorted.length,
    missing: expected - sorted.length,
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    maxMs: quantile(sorted, 1),
  };
}

export const delayTable = (rows: [name: string, figures: DelayFigures][]): string =>
  markdownTable(
    ["events", "deliveries", "missing", "p50 ms", "p99 ms", "most ms", "bar ms", "verdict"],
    rows.map(([name, { deliveries, missing, p50Ms, p99Ms, maxMs }]) => [
      name,
      String(deliveries),
      String(missing),
      ...[p50Ms, p99Ms, maxMs].map((value) => cell(value, 0)),
      String(maxDelayP99Ms),
      p99Ms <= maxDelayP99Ms && missing === 0 ? "pass" : "miss",
    ]),
  );
