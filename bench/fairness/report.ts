import { backlog, type Delivery, mailDelayMs } from "./delivery";
import type { Tally } from "./flood-process";
import { type Experience, requestsPerSecond } from "./neighbour";
import { backlog as eventBacklog, type DeadWebhooks, deadWebhooks } from "./webhooks";

export interface Row {
  cells: string[];
  passes: boolean;
}

/** The slowest that a neighbour may be under a flood, in milliseconds. */
export const barOf = (quietMs: number) => Math.max(3 * quietMs, 100);

const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);
export const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
export const verdict = (passes: boolean) => (passes ? "pass" : "miss");

export interface FloodResult {
  name: string;
  quiet: Experience;
  flooded: Experience;
  tally: Tally;
  floodSeconds: number;
  stolenShare: number;
}

export function rowOfFlood({
  name,
  quiet,
  flooded,
  tally,
  floodSeconds,
  stolenShare,
}: FloodResult): Row {
  const barMs = barOf(quiet.p99Ms);
  const unavailable = quiet.unavailable + flooded.unavailable;
  const otherFailures = [...quiet.otherFailures, ...flooded.otherFailures];
  const passes = flooded.p99Ms <= barMs && unavailable === 0 && otherFailures.length === 0;
  const perSecond = Object.values(tally).reduce((sum, count) => sum + count, 0) / floodSeconds;
  const statuses = Object.entries(tally)
    .map(([status, count]) => `${count} × ${status}`)
    .join(", ");
  const stolen = Number.isNaN(stolenShare) ? "-" : (stolenShare * 100).toFixed(0);
  return {
    cells: [
      name,
      ms(quiet.p99Ms),
      ms(flooded.p99Ms),
      ms(barMs),
      String(unavailable),
      otherFailures.join(", ") || "0",
      perSecond.toFixed(0),
      statuses,
      stolen,
      verdict(passes),
    ],
    passes,
  };
}

export function rowOfDelivery({ quietMs, behindBacklogMs, left }: Delivery): Row {
  const barMs = barOf(quietMs);
  const passes = behindBacklogMs <= barMs;
  return {
    cells: [
      `delivery behind ${backlog} emails`,
      ms(quietMs),
      ms(behindBacklogMs),
      ms(barMs),
      "-",
      "-",
      "-",
      `${left} emails still queued`,
      "-",
      verdict(passes),
    ],
    passes,
  };
}

/** A row for the neighbour's webhook, and one for its visitors. */
export function rowsOfDeadWebhooks(dead: DeadWebhooks): Row[] {
  const others = `${deadWebhooks} webhooks ${dead.kind}`;
  const row = (name: string, quietMs: number, besideMs: number, failures?: Experience[]): Row => {
    const barMs = barOf(quietMs);
    const unavailable = failures?.reduce((sum, each) => sum + each.unavailable, 0) ?? 0;
    const otherFailures = failures?.flatMap((each) => each.otherFailures) ?? [];
    const passes = besideMs <= barMs && unavailable === 0 && otherFailures.length === 0;
    return {
      cells: [
        `${name} next to ${others}`,
        ms(quietMs),
        ms(besideMs),
        ms(barMs),
        failures === undefined ? "-" : String(unavailable),
        failures === undefined ? "-" : otherFailures.join(", ") || "0",
        "-",
        `${eventBacklog} events for each`,
        "-",
        verdict(passes),
      ],
      passes,
    };
  };
  const { quietVisitors, visitors } = dead;
  return [
    row("webhook", dead.quietMs, dead.besideMs),
    row("visitors", quietVisitors.p99Ms, visitors.p99Ms, [quietVisitors, visitors]),
  ];
}

const head = [
  "endpoint",
  "quiet p99 ms",
  "flooded p99 ms",
  "bar ms",
  "503s",
  "other failures",
  "flood req/s",
  "flood's responses",
  "stolen %",
  "verdict",
];

interface Circumstances {
  isPinned: boolean;
  connections: number;
  seconds: number;
  loadBefore: number[];
  loadAfter: number[];
}

/** A table for the terminal and for README.md. */
export function printFairness(
  rows: Row[],
  { isPinned, connections, seconds, loadBefore, loadAfter }: Circumstances,
): void {
  const load = (averages: number[]) => (averages[0] ?? NaN).toFixed(1);
  const place = [
    `Node ${process.version}`,
    isPinned ? "server alone on one core" : "cores not pinned",
    `flood of ${connections} connections`,
    `neighbour at ${requestsPerSecond} requests/s for ${seconds} s quiet and ${seconds} s flooded`,
    `mail server with ${mailDelayMs} ms per email`,
    `load average ${load(loadBefore)} before, ${load(loadAfter)} after`,
  ].join(" · ");
  const passing = rows.filter(({ passes }) => passes).length;
  process.stdout.write(
    [
      place,
      "",
      line(head),
      line(head.map(() => "---")),
      ...rows.map(({ cells }) => line(cells)),
      "",
      `${passing} of ${rows.length} pass`,
      "",
    ].join("\n"),
  );
}
