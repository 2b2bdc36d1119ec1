import type { Figures } from "./load";
import { cell, markdownTable, percent } from "./markdown-table";
import { median } from "./quantile";

/** A round of each side. */
export interface Pair {
  base: Side;
  changed: Side;
}
type Side = Pick<Figures, "perSecond" | "cpuMs" | "stolenShare">;

/** Names the sides in tables and progress lines. */
export type SideNames = Record<keyof Pair, string>;

interface PairsRun {
  title: string;
  names: SideNames;
  /** How many pairs. */
  rounds: number;
  measure: (side: keyof Pair) => Promise<Side>;
}

/**
 * Measures both sides once to warm up, and then in pairs of rounds, by turns: a machine that becomes
 * faster or slower favors neither.
 */
export async function measurePairs({ title, names, rounds, measure }: PairsRun): Promise<Pair[]> {
  await measure("base");
  await measure("changed");
  const pairs: Pair[] = [];
  for (let round = 1; round <= rounds; round++) {
    const order: (keyof Pair)[] = round % 2 === 1 ? ["base", "changed"] : ["changed", "base"];
    const measured: Partial<Pair> = {};
    for (const side of order) measured[side] = await measure(side);
    const pair = measured as Pair;
    pairs.push(pair);
    const rates = (["base", "changed"] as const).map(
      (side) => `${pair[side].perSecond.toFixed(0)} sign-ins/s ${names[side]}`,
    );
    process.stderr.write(`${title}, pair ${round} of ${rounds}: ${rates.join(", ")}\n`);
  }
  return pairs;
}

export interface CostFigures {
  base: number;
  changed: number;
  /** The median of the pairs' losses of throughput, and of their increases of processor time. */
  cost: number;
  cpuCost: number;
  lowestCost: number;
  highestCost: number;
  stolenShare: number;
}

/** Compares within each pair, so that a slower phase of the machine affects both of its sides. */
export function costOf(pairs: Pair[]): CostFigures {
  const costs = pairs.map(({ base, changed }) => 1 - changed.perSecond / base.perSecond);
  return {
    base: median(pairs.map(({ base }) => base.perSecond)),
    changed: median(pairs.map(({ changed }) => changed.perSecond)),
    cost: median(costs),
    cpuCost: median(pairs.map(({ base, changed }) => changed.cpuMs / base.cpuMs - 1)),
    lowestCost: Math.min(...costs),
    highestCost: Math.max(...costs),
    stolenShare: Math.max(
      ...pairs.flatMap(({ base, changed }) => [base.stolenShare, changed.stolenShare]),
    ),
  };
}

const tenths = (share: number) => cell(share * 100, 1);

/** @param maxCost the bar, as a share of the base's throughput */
export const costTable = (figures: CostFigures, names: SideNames, maxCost: number): string =>
  markdownTable(
    [
      `sign-ins/s ${names.base}`,
      names.changed,
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
        cell(figures.base, 0),
        cell(figures.changed, 0),
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
