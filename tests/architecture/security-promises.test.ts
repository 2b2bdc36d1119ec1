import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const named = [...readFileSync("SECURITY.md", "utf8").matchAll(/`([^`]+\.test\.tsx?)`/g)].map(
  ([, file]) => file ?? "",
);

test("every promise of SECURITY.md names a test that exists", () => {
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});
