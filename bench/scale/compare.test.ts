import { expect, test } from "vitest";
import { comparisonTable, judgeTimes } from "./compare";

const times = (name: string, p50Ms: number, p95Ms: number) => ({ name, p50Ms, p95Ms, p99Ms: NaN });
const comparison = {
  title: "endpoint",
  names: ["one", "many"] as [string, string],
  judged: "p95Ms" as const,
  maxRatio: 1.5,
  rounds: 1,
};

test("judges the second installation by the first's figure", () => {
  const lines = judgeTimes(
    [
      [times("get", 1, 2), times("get", 9, 3)],
      [times("list", 1, 2), times("list", 1, 3.1)],
      [times("broken", 1, NaN), times("broken", 1, 1)],
    ],
    comparison,
  );
  expect(lines.map(({ name, passes }) => [name, passes])).toEqual([
    ["get", true],
    ["list", false],
    ["broken", false],
  ]);
  expect(comparisonTable(lines.slice(0, 2), comparison).split("\n")).toEqual([
    "| endpoint | one, p50 ms | many, p50 ms | one, p95 ms | many, p95 ms | p95 ratio | verdict |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    "| get | 1.00 | 9.00 | 2.00 | 3.00 | 1.50 | pass |",
    "| list | 1.00 | 1.00 | 2.00 | 3.10 | 1.55 | miss |",
    "",
  ]);
});
