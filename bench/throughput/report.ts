import type { Figures } from "@/bench/load";
import { cell, markdownTable, percent } from "@/bench/markdown-table";
import { type PhaseFigures, phases } from "@/bench/phases";
import { type ServerName, serverNames } from "@/bench/targets/target";

type Phase = keyof PhaseFigures;
const allPhases = Object.keys(phases) as Phase[];

/** Each server's rounds. */
export type Rounds = Record<ServerName, PhaseFigures[]>;

/** Returns the round with median throughput, so that one disturbed round has no effect. */
function medianRound(rounds: Figures[]): Figures | undefined {
  const sorted = rounds.toSorted((a, b) => a.perSecond - b.perSecond);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

const ofPhase = (rounds: PhaseFigures[], phase: Phase): Figures[] =>
  rounds.flatMap((round) => round[phase] ?? []);

export const medians = (rounds: PhaseFigures[]): PhaseFigures =>
  Object.fromEntries(
    allPhases.flatMap((phase) => {
      const figures = medianRound(ofPhase(rounds, phase));
      return figures === undefined ? [] : [[phase, figures]];
    }),
  );

const head = [
  "request",
  ...serverNames.map((name) => `${name} req/s`),
  "Keystead ÷ floor",
  "Keystead ÷ better-auth",
  "p50 ms",
  "p99 ms",
  "CPU ms/req",
  "stolen %",
];

/** A row per phase. A cell with several figures has them in the order of the columns. */
export function throughputTable(rounds: Rounds): string {
  const rows = allPhases.flatMap((phase) => {
    const [own, floor, peer] = serverNames.map((name) => medianRound(ofPhase(rounds[name], phase)));
    if (own === undefined) return [];
    const each = (figure: (figures: Figures) => number, digits: number) =>
      [own, floor, peer].map((all) => cell(all && figure(all), digits)).join(" / ");
    const ratio = (other: Figures | undefined) => cell(other && own.perSecond / other.perSecond, 2);
    const stolen = serverNames.flatMap((name) =>
      ofPhase(rounds[name], phase).map(({ stolenShare }) => stolenShare),
    );
    return [
      [
        phases[phase],
        ...[own, floor, peer].map((all) => cell(all?.perSecond, 0)),
        ratio(floor),
        ratio(peer),
        each(({ p50Ms }) => p50Ms, 1),
        each(({ p99Ms }) => p99Ms, 1),
        each(({ cpuMs }) => cpuMs, 2),
        percent(Math.max(...stolen)),
      ],
    ];
  });
  return markdownTable(head, rows);
}

/** Formats one round as a progress line. */
export const inWords = (figures: PhaseFigures) =>
  allPhases
    .flatMap((phase) => {
      const measured = figures[phase];
      return measured === undefined
        ? []
        : [
            `${phases[phase]} ${cell(measured.perSecond, 0)}/s (${percent(measured.stolenShare)} % stolen)`,
          ];
    })
    .join(", ");
