import type { Figures } from "./load";
import type { PhaseFigures } from "./phases";

/** What the phases are called, in their order. */
export const phases = { options: "options", verification: "verification", exchange: "exchange", signIn: "sign-in", codeSent: "code sent", mailDelivered: "mail delivered", codeChecked: "code checked" } as const;
const ours = "Keystead";

const cell = (value: number, digits: number) => (Number.isNaN(value) ? "-" : value.toFixed(digits));
const line = (cells: string[]) => `| ${cells.join(" | ")} |`;

function rowOf(phase: string, name: string, { perSecond, p50Ms, p99Ms, cpuMs }: Figures, own: Figures): string {
  const ratio = name === ours ? "" : `${(own.perSecond / perSecond).toFixed(2)} ×`;
  return line([phase, name, cell(perSecond, 0), cell(p50Ms, 1), cell(p99Ms, 1), cell(cpuMs, 3), ratio]);
}

/** A table for the terminal and for README.md: the last column is Keystead's throughput over the row's. */
export function print(table: Record<string, PhaseFigures>, run: { postgres: string; isPinned: boolean }): void {
  const lines = (Object.keys(phases) as (keyof PhaseFigures)[]).flatMap((phase) =>
    Object.entries(table).flatMap(([name, { [phase]: figures }]) => (figures === undefined ? [] : [rowOf(phases[phase], name, figures, table[ours]?.[phase] ?? figures)])),
  );
  const head = ["phase", "server", "req/s", "p50 ms", "p99 ms", "CPU ms/req", "Keystead is"];
  const place = `Node ${process.version} · ${run.postgres.split(" on ")[0]} · ${run.isPinned ? "server alone on one core" : "cores not pinned"} · 32 connections`;
  process.stdout.write([place, "", line(head), line(head.map(() => "---")), ...lines, ""].join("\n"));
}
