import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { watchDerived } from "@/scripts/watch-derived.mjs";
import { until } from "@/testing/until";

let folder = "";
let stop = () => {};
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "keystead-watch-"));
  mkdirSync(path.join(folder, "locales"));
});
afterEach(() => {
  stop();
  rmSync(folder, { recursive: true });
});

const write = (name: string) => writeFileSync(path.join(folder, name), name);

/** Rebuilds that end when the test says so. */
function startWatching() {
  const pending: (() => void)[] = [];
  const counted = { rebuilds: 0 };
  stop = watchDerived([folder], () => {
    counted.rebuilds++;
    return new Promise((resolve) => pending.push(resolve));
  });
  const rebuilt = (count: number) =>
    until(`rebuild ${count}`, () => (counted.rebuilds === count ? true : null));
  return { counted, rebuilt, finish: () => pending.shift()?.() };
}

test("rebuilds once after several changes, also in folders below", async () => {
  const { counted, rebuilt, finish } = startWatching();
  write("copy.ts");
  write("locales/en.json");
  await rebuilt(1);
  finish();
  expect(counted.rebuilds).toBe(1);
});

test("rebuilds again after a change during a rebuild, but never twice at the same time", async () => {
  const { counted, rebuilt, finish } = startWatching();
  write("first.ts");
  await rebuilt(1);
  write("second.ts");
  write("ignored.generated.json");
  expect(counted.rebuilds).toBe(1);
  finish();
  await rebuilt(2);
});

test("ignores its own output", async () => {
  const { counted, rebuilt, finish } = startWatching();
  write("templates.generated.json");
  write("input.ts");
  await rebuilt(1);
  finish();
  write("templates.generated.json");
  write("last.ts");
  await rebuilt(2);
  expect(counted.rebuilds).toBe(2);
});
