import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const file = "docs/attack-cases.md";
const rows = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && line !== "| case | covered by |")
  .map((line) => {
    const [name = "", coverage = ""] = line.slice(2, -2).split(" | ");
    return { name, coverage };
  });

const isExcused = (coverage: string) => /^(No surface|Measured): .+\.$/.test(coverage);

/** Whether the source contains the title in quotes. */
const hasTitle = (source: string, title: string) =>
  ['"', "'", "`"].some((quote) => source.includes(quote + title + quote));

function problemOf(reference: string): string | null {
  const [, path = "", title = ""] = /^`([^`]+)`: (.+)$/.exec(reference) ?? [];
  if (path === "") return `is not written as \`file\`: title: ${reference}`;
  if (!existsSync(path)) return `names a file that does not exist: ${path}`;
  return hasTitle(readFileSync(path, "utf8"), title)
    ? null
    : `names a test that ${path} does not have: ${title}`;
}

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
