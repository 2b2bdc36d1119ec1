import { expect, test } from "vitest";
import { hasPassed } from "@/drill/checks/check";
import { type Arrival, checkCodes, type Phase, phaseTable } from "./judge";

const email = "ada@example.com";
const phase: Phase = { name: "hangs", limitSeconds: 20, mayRepeat: false };
const second = (at: number): Arrival => ({ provider: "second", at });

const resultsOf = (arrivals: Arrival[], changes: Partial<Phase> = {}) =>
  checkCodes(
    [{ email, phase: { ...phase, ...changes }, requestedAt: 1_000 }],
    new Map([[email, arrivals]]),
  ).map(hasPassed);

test("a code must arrive within its limit", () => {
  expect(resultsOf([second(21_000)])).toEqual([true, true]);
  expect(resultsOf([second(21_001)])).toEqual([false, true]);
  expect(resultsOf([])).toEqual([false, true]);
});

test("a code may arrive twice only if its acceptance may be lost", () => {
  const twice = [second(2_000), second(3_000)];
  expect(resultsOf(twice)).toEqual([true, false]);
  expect(resultsOf(twice, { mayRepeat: true })).toEqual([true, true]);
  expect(resultsOf([...twice, second(4_000)], { mayRepeat: true })).toEqual([true, false]);
});

test("the table has a row per phase", () => {
  const codes = [
    { email, phase, requestedAt: 1_000 },
    { email: "eve@example.com", phase, requestedAt: 1_000 },
  ];
  const arrivals = new Map([[email, [second(7_500), second(9_000)]]]);
  expect(phaseTable([phase], codes, arrivals)).toContain(
    "| hangs | 2 | 1 | 6.50 s | 6.50 s | 6.50 s | 20 s | 0 | 1 | 1 |",
  );
});
