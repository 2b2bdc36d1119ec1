import { expect, test } from "vitest";
import { tailFigures, type TailRound, tailTable } from "./report";

/** A round of 1,000 sign-ins: most take `ms`, the slowest 2 % `slowMs`, the slowest one 10 times that. */
const round = (ms: number, slowMs: number, lagMs = 0.5): TailRound => ({
  latencies: Array.from({ length: 1_000 }, (_, index) =>
    index < 980 ? ms : index < 999 ? slowMs : 10 * slowMs,
  ),
  lags: Array.from({ length: 1_000 }, (_, index) => (index < 999 ? lagMs : 3 * lagMs)),
  failures: [],
  stolenShare: 0.01,
});

test("figures are the medians of the rounds, lag is the worst of them", () => {
  expect(tailFigures([round(10, 20), round(12, 90), round(11, 30, 2)])).toEqual({
    signIns: 3_000,
    failed: 0,
    p50Ms: 11,
    p99Ms: 30,
    p999Ms: 30,
    lagP99Ms: 2,
    lagMaxMs: 6,
    stolenShare: 0.01,
  });
});

test("judges Keystead by the floor's p99, and with an exporting neighbor by its own", () => {
  const lines = (quietMs: number, exportingMs: number) =>
    tailTable({
      floor: [round(10, 20)],
      quiet: [round(10, quietMs)],
      exporting: [round(10, exportingMs)],
    }).split("\n");
  const [, , , quiet, exporting] = lines(24, 48);
  expect(quiet).toContain("| 24.0 | 24.0 | 1.20 × floor | 1.2 | pass |");
  expect(exporting).toContain("| 48.0 | 48.0 | 2.00 × quiet | 2 | pass |");
  const [, , , slow, slower] = lines(25, 51);
  expect(slow).toContain("| 1.25 × floor | 1.2 | miss |");
  expect(slower).toContain("| 2.04 × quiet | 2 | miss |");
});

test("a failed sign-in misses the bar, however fast the others are", () => {
  const refused = { ...round(10, 20), failures: ["503"] };
  const table = tailTable({ floor: [round(10, 20)], quiet: [refused], exporting: [round(10, 20)] });
  expect(table).toContain(
    "| Keystead | 1,000 | 1 | 10.0 | 20.0 | 20.0 | 1.00 × floor | 1.2 | miss |",
  );
});
