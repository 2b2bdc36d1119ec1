import { type Times, timesOf } from "@/bench/load";
import { cell, markdownTable } from "@/bench/markdown-table";

/** What to compare, and how much slower the second may be. */
export interface Comparison {
  title: string;
  /** The names of both installations. */
  names: [string, string];
  /** The figure that the bar is about. Both are printed. */
  judged: "p50Ms" | "p95Ms";
  maxRatio: number;
  rounds: number;
}

interface Line {
  name: string;
  times: [Times, Times];
  ratio: number;
  passes: boolean;
}

export function judgeTimes(
  times: [Times, Times][],
  { judged, maxRatio }: Pick<Comparison, "judged" | "maxRatio">,
): Line[] {
  return times.map(([first, second]) => {
    const ratio = second[judged] / first[judged];
    return { name: first.name, times: [first, second], ratio, passes: ratio <= maxRatio };
  });
}

export function comparisonTable(lines: Line[], { title, names, judged }: Comparison): string {
  const head = [
    title,
    ...(["p50", "p95"] as const).flatMap((figure) => names.map((name) => `${name}, ${figure} ms`)),
    `${judged.slice(0, 3)} ratio`,
    "verdict",
  ];
  return markdownTable(
    head,
    lines.map(({ name, times, ratio, passes }) => [
      name,
      ...times.map(({ p50Ms }) => cell(p50Ms, 2)),
      ...times.map(({ p95Ms }) => cell(p95Ms, 2)),
      cell(ratio, 2),
      passes ? "pass" : "miss",
    ]),
  );
}

type Tasks = Record<string, () => Promise<unknown>>;

/**
 * Runs the tasks of both installations in turn over one connection and prints their times.
 * @returns the names of the tasks that miss the bar
 */
export async function compare(
  comparison: Comparison,
  [first, second]: [Tasks, Tasks],
): Promise<string[]> {
  const names = Object.keys(first);
  const times = await timesOf(
    names.flatMap((name) =>
      [first, second].map((tasks) => ({ name, run: () => tasks[name]?.() ?? Promise.resolve() })),
    ),
    comparison.rounds,
  );
  const pairs = names.map((_, index) => times.slice(2 * index, 2 * index + 2) as [Times, Times]);
  const lines = judgeTimes(pairs, comparison);
  process.stdout.write(`\n${comparisonTable(lines, comparison)}\n`);
  return lines.filter(({ passes }) => !passes).map(({ name }) => name);
}
