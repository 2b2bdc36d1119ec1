import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { problemOf } from "@/testing/problem-of";

const file = "docs/attack-cases.md";
const rows = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && line !== "| case | covered by |")
  .map((line) => {
    const [name = "", coverage = ""] = line.slice(2, -2).split(" | ");
    return { name, coverage };
  });

const isExcused = (coverage: string) => /^(No surface|Measured): .+\.$/.test(coverage);

test("every attack case names tests that exist, or says why none is needed", () => {
  expect(rows.length).toBeGreaterThan(100);
  const problems = rows.flatMap(({ name, coverage }) =>
    isExcused(coverage)
      ? []
      : coverage
          .split("<br>")
          .flatMap((reference) => problemOf(reference) ?? [])
          .map((problem) => `${name}: ${problem}`),
  );
  expect(problems).toEqual([]);
});
