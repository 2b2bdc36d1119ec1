import { markdownTable } from "@/bench/markdown-table";
import { quantile } from "@/bench/quantile";
import { type Check, check } from "@/drill/checks/check";

/** A state of the first provider. */
export interface Phase {
  name: string;
  /** Within how many seconds every live code must be delivered. */
  limitSeconds: number;
  /** Whether an email may be accepted without an answer, and so arrive twice. */
  mayRepeat: boolean;
}

/** A code whose request was answered with 201. */
export interface RequestedCode {
  email: string;
  phase: Phase;
  /** In ms. */
  requestedAt: number;
}

export interface Arrival {
  provider: "first" | "second";
  /** In ms. */
  at: number;
}

/** The arrivals of each mailbox, in order. */
export type Arrivals = ReadonlyMap<string, Arrival[]>;

function rowOf(phase: Phase, codes: RequestedCode[], arrivals: Arrivals): string[] {
  const own = codes.filter((code) => code.phase === phase);
  const delivered = own.flatMap(({ email, requestedAt }) => {
    const all = arrivals.get(email) ?? [];
    return all.slice(0, 1).map(({ provider, at }) => ({
      provider,
      waitMs: at - requestedAt,
      times: all.length,
    }));
  });
  const waits = delivered.map(({ waitMs }) => waitMs).toSorted((a, b) => a - b);
  const count = (isCounted: (each: (typeof delivered)[number]) => boolean) =>
    String(delivered.filter(isCounted).length);
  return [
    phase.name,
    String(own.length),
    String(delivered.length),
    ...[0.5, 0.99, 1].map((share) => `${(quantile(waits, share) / 1_000).toFixed(2)} s`),
    `${phase.limitSeconds} s`,
    count(({ provider }) => provider === "first"),
    count(({ provider }) => provider === "second"),
    count(({ times }) => times > 1),
  ];
}

/** A row per phase: how long its codes waited, who delivered them, and how many arrived twice. */
export const phaseTable = (phases: Phase[], codes: RequestedCode[], arrivals: Arrivals): string =>
  markdownTable(
    [
      ...["first provider", "codes", "delivered", "p50", "p99", "longest", "limit"],
      ...["by the first", "by the second", "twice"],
    ],
    phases.map((phase) => rowOf(phase, codes, arrivals)),
  );

export const checkCodes = (codes: RequestedCode[], arrivals: Arrivals): Check[] => [
  check("every live code is delivered in time", codes, ({ email, phase, requestedAt }) => {
    const [first] = arrivals.get(email) ?? [];
    if (first === undefined) return `${phase.name}: never`;
    const seconds = (first.at - requestedAt) / 1_000;
    return seconds <= phase.limitSeconds ? undefined : `${phase.name}: ${seconds.toFixed(1)} s`;
  }),
  check("only emails whose acceptance may be lost arrive twice", codes, ({ email, phase }) => {
    const times = arrivals.get(email)?.length ?? 0;
    return times <= (phase.mayRepeat ? 2 : 1) ? undefined : `${phase.name}: ${times} times`;
  }),
];
