import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Lock {
  packages: Record<string, { optionalDependencies?: Record<string, string>; resolved?: string }>;
}

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;

/** Whether the package at `from` finds `name` in its own node_modules or one above. */
function finds(from: string, name: string): boolean {
  const here = from === "" ? `node_modules/${name}` : `${from}/node_modules/${name}`;
  if (here in packages) return true;
  return from !== "" && finds(from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/"))), name);
}

test("the lock file has every platform's packages, so that npm ci works on all of them", () => {
  const missing = Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !finds(from, name)),
  );
  expect(missing).toEqual([]);
});

test("the lock file contains no download URLs", () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved?.startsWith("http"))).toEqual(
    [],
  );
});
