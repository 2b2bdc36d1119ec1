import type { Figures } from "./load";
import { phases, type PhaseFigures } from "./phases";

const ours = "Keystead";

/** Returns the round with median throughput, so that one disturbed round has no effect. */
function median(rounds: Figures[]): Figures | undefined {
  const sorted = rounds.toSorted((a, b) => a.perSecond - b.perSecond);
  return sorted[Math.floor(sorted.length / 2)];
}

/** The label of each phase. */
export const medians = (rounds: PhaseFigures[]): PhaseFigures =>
  Object.fromEntries(
    (Object.keys(phases) as (keyof PhaseFigures)[]).map((phase) => [
      phase,
      median(rounds.flatMap((round) => round[phase] ?? [])),
    ]),
  );

const cell = (value: number, digits: number) => (Number.isNaN(value) ? "-" : value.toFixed(digits));
const line = (cells: string[]) => `| ${cells.join(" | ")} |`;

function rowOf(
  phase: string,
  name: string,
  { perSecond, p50Ms, p99Ms, cpuMs, stolenShare }: Figures,
  own: Figures,
): string {
  const ratio = name === ours ? "" : `${(own.perSecond / perSecond).toFixed(2)} ×`;
  return line([
    phase,
    name,
    cell(perSecond, 0),
    cell(p50Ms, 1),
    cell(p99Ms, 1),
    cell(cpuMs, 3),
    cell(stolenShare * 100, 0),
    ratio,
  ]);
}

/** Formats one round as a progress line. */
export const inWords = (figures: PhaseFigures) =>
  (Object.keys(phases) as (keyof PhaseFigures)[])
    .flatMap((phase) =>
      figures[phase] === undefined
        ? []
        : [
            `${phases[phase]} ${cell(figures[phase].perSecond, 0)}/s ` +
              `(${cell(figures[phase].stolenShare * 100, 0)} % stolen)`,
          ],
    )
    .join(", ");

/** Prints a table. The last column is Keystead's throughput divided by the row's. */
export function print(
  table: Record<string, PhaseFigures>,
  run: { postgres: string; isPinned: boolean; connections: number },
): void {
  const lines = (Object.keys(phases) as (keyof PhaseFigures)[]).flatMap((phase) =>
    Object.entries(table).flatMap(([name, { [phase]: figures }]) =>
      figures === undefined
        ? []
        : [rowOf(phases[phase], name, figures, table[ours]?.[phase] ?? figures)],
    ),
  );
  const head = [
    "phase",
    "server",
    "req/s",
    "p50 ms",
    "p99 ms",
    "CPU ms/req",
    "stolen %",
    "Keystead is",
  ];
  const place = [
    `Node ${process.version}`,
    run.postgres.split(" on ")[0],
    run.isPinned ? "server alone on one core" : "cores not pinned",
    `${run.connections} connections`,
  ].join(" · ");
  process.stdout.write(
    [place, "", line(head), line(head.map(() => "---")), ...lines, ""].join("\n"),
  );
}
