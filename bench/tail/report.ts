import { cell, markdownTable, percent } from "@/bench/markdown-table";
import { median, quantile } from "@/bench/quantile";
import type { OpenLoopTimes } from "./open-loop";

/** Bars: Keystead's p99 over the floor's, and with an exporting neighbor over its own. */
const maxRatios = { floor: 1.2, quiet: 2 };

export interface TailRound extends OpenLoopTimes {
  stolenShare: number;
}

/** The rounds of each load. */
export interface TailRounds {
  floor: TailRound[];
  quiet: TailRound[];
  exporting: TailRound[];
}

/** The medians of the rounds, in milliseconds; the generator's lag and stolen time at their worst. */
export interface TailFigures {
  signIns: number;
  failed: number;
  p50Ms: number;
  p99Ms: number;
  p999Ms: number;
  lagP99Ms: number;
  lagMaxMs: number;
  stolenShare: number;
}

export function tailFigures(rounds: TailRound[]): TailFigures {
  const middle = (share: number) =>
    median(rounds.map(({ latencies }) => quantile(latencies, share)));
  const worstLag = (share: number) => Math.max(...rounds.map(({ lags }) => quantile(lags, share)));
  return {
    signIns: rounds.reduce((sum, { latencies }) => sum + latencies.length, 0),
    failed: rounds.reduce((sum, { failures }) => sum + failures.length, 0),
    p50Ms: middle(0.5),
    p99Ms: middle(0.99),
    p999Ms: middle(0.999),
    lagP99Ms: worstLag(0.99),
    lagMaxMs: worstLag(1),
    stolenShare: Math.max(...rounds.map(({ stolenShare }) => stolenShare)),
  };
}

const head = [
  "load",
  "sign-ins",
  "failed",
  "p50 ms",
  "p99 ms",
  "p99.9 ms",
  "p99 ratio",
  "bar",
  "verdict",
  "generator's lag: p99 ms",
  "most ms",
  "stolen %",
];

export function tailTable(rounds: TailRounds): string {
  const [floor, quiet, exporting] = [rounds.floor, rounds.quiet, rounds.exporting].map(
    tailFigures,
  ) as [TailFigures, TailFigures, TailFigures];
  const row = (name: string, figures: TailFigures, judged: string[]) => [
    name,
    String(figures.signIns),
    String(figures.failed),
    cell(figures.p50Ms, 1),
    cell(figures.p99Ms, 1),
    cell(figures.p999Ms, 1),
    ...judged,
    cell(figures.lagP99Ms, 1),
    cell(figures.lagMaxMs, 1),
    percent(figures.stolenShare),
  ];
  const judge = (own: TailFigures, other: TailFigures, name: string, maxRatio: number) => {
    const ratio = own.p99Ms / other.p99Ms;
    return [
      `${cell(ratio, 2)} × ${name}`,
      String(maxRatio),
      ratio <= maxRatio && own.failed === 0 ? "pass" : "miss",
    ];
  };
  return markdownTable(head, [
    row("floor", floor, ["", "", ""]),
    row("Keystead", quiet, judge(quiet, floor, "floor", maxRatios.floor)),
    row(
      "Keystead, another tenancy exports",
      exporting,
      judge(exporting, quiet, "quiet", maxRatios.quiet),
    ),
  ]);
}
