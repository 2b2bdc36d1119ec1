import { expect, test } from "vitest";
import type { Figures } from "@/bench/load";
import { medians, throughputTable } from "./report";

const figures = (perSecond: number, stolenShare = 0): Figures => ({
  requests: 1_000,
  perSecond,
  p50Ms: perSecond / 100,
  p99Ms: perSecond / 10,
  cpuMs: 0.5,
  stolenShare,
});
const options = (...rates: number[]) => rates.map((rate) => ({ options: figures(rate) }));

test("each figure is the round with median throughput, so a disturbed round has no effect", () => {
  expect(medians(options(300, 10, 200))).toEqual({ options: figures(200) });
  expect(medians(options(300, 200))).toEqual({ options: figures(200) });
});

test("each row states Keystead's throughput over the floor's and over the peer's", () => {
  const table = throughputTable({
    Keystead: options(600, 610, 100),
    floor: options(300, 300, 300),
    "better-auth": options(100, 120, 110),
  });
  expect(table.split("\n").slice(2)).toEqual([
    "| options | 600 | 300 | 110 | 2.00 | 5.45 | 6.0 / 3.0 / 1.1 | 60.0 / 30.0 / 11.0 | 0.50 / 0.50 / 0.50 | 0 |",
    "",
  ]);
});

test("a row shows the most that the host took in any of its rounds", () => {
  const table = throughputTable({
    Keystead: [{ options: figures(600) }],
    floor: [{ options: figures(600, 0.07) }],
    "better-auth": [],
  });
  expect(table).toContain("| 1.00 | - |");
  expect(table).toContain("| 7 |");
});

test("leaves out phases that didn't run, and figures that only one server has", () => {
  const delivered = { ...figures(900), p50Ms: NaN, p99Ms: NaN };
  const table = throughputTable({
    Keystead: [{ mailDelivered: delivered }],
    floor: [],
    "better-auth": [],
  });
  expect(table.split("\n").slice(2)).toEqual([
    "| mail delivered | 900 | - | - | - | - | - / - / - | - / - / - | 0.50 / - / - | 0 |",
    "",
  ]);
});
