import { expect, test } from "vitest";
import { sizesTable } from "./table-sizes";
import { upkeepTable } from "./upkeep";

test("states each task's rate over the required one, and all of them in turn", () => {
  const table = upkeepTable([
    { name: "sealed", perSignIn: 1, perSecond: 3_000 },
    { name: "purged", perSignIn: 2, perSecond: 500 },
  ]);
  expect(table.split("\n").slice(2)).toEqual([
    "| sealed | 3,000 | 300 | 10.0 | pass |",
    "| purged | 500 | 600 | 0.8 | miss |",
    "| all in turn, in sign-ins | 231 | 300 | 0.8 | miss |",
    "",
  ]);
});

test("states sizes per million rows", () => {
  const user = { name: "User", rows: 500_000, tableBytes: 100_000_000, indexBytes: 210_000_000 };
  expect(sizesTable([user])).toContain("| User | 500,000 | 200 | 420 |");
});
