import { readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { expect, it } from "vitest";
import { readConfig } from "@/lib/config";

const sample = readFileSync(path.resolve(import.meta.dirname, "../../.env.example"), "utf8");
const lines = sample.split("\n");
const documented = lines.flatMap((line, index) => {
  const name = /^([A-Z_]+)=/.exec(line)?.[1];
  return name === undefined ? [] : [{ name, explanation: lines[index - 1] ?? "" }];
});

function variablesThatConfigReads(): string[] {
  const names = new Set<string>();
  const note = (name: string | symbol) =>
    void (typeof name === "string" && /^[A-Z_]+$/.test(name) && names.add(name));
  const environment: Record<string, undefined> = {};
  readConfig(
    new Proxy(environment, {
      get: (_target, name) => note(name),
      has: (_target, name) => (note(name), false),
    }),
  );
  return [...names];
}

it(".env.example lists exactly the variables that lib/config.ts reads", () => {
  expect(documented.map(({ name }) => name).sort()).toEqual(variablesThatConfigReads().sort());
});

it("each variable is explained in the line above it", () => {
  for (const { name, explanation } of documented) expect(explanation, name).toMatch(/^# \S.{15,}/);
});

it("the unchanged sample equals an empty environment", () => {
  expect(readConfig(parseEnv(sample) as Record<string, string>)).toEqual(readConfig({}));
});
