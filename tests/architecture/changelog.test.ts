import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const kinds = ["Added", "Changed", "Fixed", "Security"];

/** Returns what is wrong with a section of the changelog: its groups, and entries by form and length. */
function findFaults(section: string): string[] {
  const groups = [...section.matchAll(/^### (.+)$/gm)].map(([, name = ""]) => name);
  const known = ["Users", "Operators", "Developers"].filter((name) => groups.includes(name));
  const entries = [...section.matchAll(/^- (.+)$/gm)].map(([, entry = ""]) => entry);
  return [
    ...(groups.join() === known.join() ? [] : [`groups: ${groups.join()}`]),
    ...entries.filter((entry) => [...entry].length > 160).map((entry) => `long: ${entry}`),
    ...entries
      .filter((entry) => !kinds.some((kind) => entry.startsWith(`${kind}: `)))
      .map((entry) => `no kind: ${entry}`),
  ];
}

const changelog = readFileSync("CHANGELOG.md", "utf8");
// The first release came before this form.
const sections = changelog.split(/^## /m).filter((section) => /^\[(?!0\.1\.0)/.test(section));

test.each(sections.map((section) => [section.split("\n", 1)[0], section]))(
  "each entry of %s is short, and says whom it concerns and what it is",
  (_, section) => {
    expect(findFaults(section)).toEqual([]);
  },
);

describe("the rule refuses", () => {
  test.each([
    ["### Operators\n### Users\n", "groups: Operators,Users"],
    ["### Added\n", "groups: Added"],
    [`### Users\n- Added: ${"a".repeat(160)}\n`, `long: Added: ${"a".repeat(160)}`],
    ["### Users\n- New: a page\n", "no kind: New: a page"],
  ])("%j", (section, fault) => {
    expect(findFaults(section)).toEqual([fault]);
  });
});
