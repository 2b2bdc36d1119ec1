import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { actionFamilies, actionsOf, actionWords, wordsOf } from "./action-words";

const source = readFileSync(path.resolve(import.meta.dirname, "record-audit.ts"), "utf8");
const declared = [
  ...(/export type AuditAction =([^;]+);/.exec(source)?.[1] ?? "").matchAll(/"([\w.-]+)"/g),
].map(([, action]) => action);

test("every action has its own words", () => {
  expect(declared.length).toBeGreaterThan(40);
  expect(Object.keys(actionWords).sort()).toEqual([...declared].sort());
  expect(new Set(Object.values(actionWords)).size).toBe(declared.length);
});

test("every action belongs to a family of the filter", () => {
  expect(actionFamilies.flatMap(actionsOf).sort()).toEqual([...declared].sort());
});

test("an unknown action is shown as it is", () => {
  expect(wordsOf("passkey.teleported")).toBe("passkey.teleported");
});
