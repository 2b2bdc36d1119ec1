import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runPart } from "@/scripts/test/run-part.mjs";

const root = path.resolve(import.meta.dirname, "../..");
let folder = "";
let printed: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "keystead-part-"));
  printed = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void printed.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const plant = (name: string, lines: string[]) =>
  writeFileSync(path.join(folder, name), lines.join("\n"));
const reporter = (name: string) => path.join(root, "scripts/test", name);

const planted = (counts: string, command: string[]) =>
  runPart({ name: "planted", counts, command: () => command }, []);
const runVitest = () =>
  planted("files", [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--globals",
    `--root=${folder}`,
    `--reporter=${reporter("vitest-reporter.mjs")}`,
  ]);

test("counts the tests of Vitest, and names each failure when it happens and where it is", async () => {
  plant("counted.test.mjs", [
    'test("passes", () => {});',
    'test("fails", () => expect(1).toBe(2));',
    'test.skip("is skipped", () => {});',
  ]);
  plant("hook.test.mjs", [
    'describe("a group", () => {',
    '  beforeAll(() => { throw new Error("no database"); });',
    '  test("never runs", () => {});',
    "});",
  ]);
  plant("broken.test.mjs", ['import "./missing.mjs";']);
  const result = await runVitest();
  expect(result).toMatchObject({ passed: 1, retried: [] });
  expect(result.failures.map(([file, line]) => `${path.basename(file)}: ${line}`).sort()).toEqual([
    expect.stringContaining("broken.test.mjs: "),
    "counted.test.mjs: fails: expected 1 to be 2 // Object.is equality",
    "hook.test.mjs: no database",
  ]);
  expect(printed.join("\n")).toContain("expected 1 to be 2");
  expect(printed.at(-1)).toBe("planted: 3 of 3 files, 3 failed");
});

test("an error outside of a test fails the part", async () => {
  plant("late.test.mjs", [
    'test("passes", () => void Promise.reject(new Error("nobody waits for it")));',
  ]);
  const { passed, failures } = await runVitest();
  expect([passed, failures]).toEqual([1, [["outside of a test", "nobody waits for it"]]]);
});

test("a journey that passes when it runs again counts once, and is named", async () => {
  const playwright = pathToFileURL(path.join(root, "node_modules/@playwright/test/index.mjs"));
  plant("planted.test.mjs", [
    `import { test } from "${playwright.href}";`,
    'test("passes", () => {});',
    'test("is flaky", ({}, { retry }) => { if (retry === 0) throw new Error("too early"); });',
    'test("fails", () => { throw new Error("always"); });',
  ]);
  plant("playwright.config.mjs", ['export default { retries: 1, testMatch: "*.test.mjs" };']);
  const result = await planted("journeys", [
    "node_modules/@playwright/test/cli.js",
    "test",
    `--config=${folder}`,
    `--reporter=${reporter("journey-reporter.mjs")}`,
  ]);
  expect(result).toMatchObject({ passed: 2, skipped: 0 });
  expect(result.failures.map(([, line]) => line)).toEqual(["fails: Error: always"]);
  expect(result.retried.map(([, name]) => name)).toEqual(["is flaky"]);
  expect(printed.join("\n")).toMatch(/retries, failed in .*\n {4}is flaky: Error: too early/);
  expect(printed.at(-1)).toBe("planted: 3 of 3 journeys, 1 failed");
});

test("a program that ends without a report fails the part", async () => {
  const { failures } = await planted("files", ["-e", "process.exit(3)"]);
  expect(failures).toEqual([["planted", "its program ended with 3"]]);
});
