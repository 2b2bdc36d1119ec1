import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { problemOf } from "@/testing/problem-of";
import { allCases } from "@/tests/conformance/all-cases";

const references = readFileSync("docs/standards.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && line.endsWith(" |"))
  .flatMap((line) => line.slice(2, -2).split(" | ")[2]?.split("<br>") ?? [])
  .filter((reference) => reference !== "covered by");

test("every row about a standard names tests and groups of cases that exist", () => {
  const groups = new Set(allCases().map(({ group }) => `group: ${group}`));
  expect(references.length).toBeGreaterThan(40);
  const problems = references.flatMap((reference) => {
    if (!reference.startsWith("group: ")) return problemOf(reference) ?? [];
    return groups.has(reference) ? [] : `names a group without cases: ${reference}`;
  });
  expect(problems).toEqual([]);
});
