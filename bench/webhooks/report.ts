import { cell, markdownTable, percent } from "@/bench/markdown-table";
import { median, quantile } from "@/bench/quantile";

/** Bars: throughput of sign-ins without over with, and milliseconds from commit to arrival. */
const maxCost = 0.05;
const maxDelayP99Ms = 3_000;

/** A round without webhooks and follower, and one with them, in sign-ins a second. */
export interface Pair {
  without: number;
  with: number;
  cpuMs: { without: number; with: number };
  stolenShare: number;
}

export interface CostFigures {
  without: number;
  with: number;
  /** The median of the pairs' losses of throughput, and of their increases of processor time. */
  cost: number;
  cpuCost: number;
  lowestCost: number;
  highestCost: number;
  stolenShare: number;
}

/** Compares within each pair, so that a slower phase of the machine affects both of its sides. */
export function costOf(pairs: Pair[]): CostFigures {
  const costs = pairs.map((pair) => 1 - pair.with / pair.without);
  return {
    without: median(pairs.map(({ without }) => without)),
    with: median(pairs.map((pair) => pair.with)),
    cost: median(costs),
    cpuCost: median(pairs.map(({ cpuMs }) => cpuMs.with / cpuMs.without - 1)),
    lowestCost: Math.min(...costs),
    highestCost: Math.max(...costs),
    stolenShare: Math.max(...pairs.map(({ stolenShare }) => stolenShare)),
  };
}

const tenths = (share: number) => cell(share * 100, 1);

export const costTable = (figures: CostFigures): string =>
  markdownTable(
    [
      "sign-ins/s without",
      "with",
      "cost %",
      "lowest",
      "highest",
      "CPU cost %",
      "bar %",
      "stolen %",
      "verdict",
    ],
    [
      [
        cell(figures.without, 0),
        cell(figures.with, 0),
        tenths(figures.cost),
        tenths(figures.lowestCost),
        tenths(figures.highestCost),
        tenths(figures.cpuCost),
        tenths(maxCost),
        percent(figures.stolenShare),
        figures.cost <= maxCost ? "pass" : "miss",
      ],
    ],
  );

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
