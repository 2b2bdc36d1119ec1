import { readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { expect, it } from "vitest";
import { guides } from "@/app/docs/guide";
import { readConfig } from "@/lib/config";

const sample = readFileSync(path.resolve(import.meta.dirname, "../../.env.example"), "utf8");
const lines = sample.split("\n");
const documented = lines.flatMap((line, index) => {
  const name = /^([A-Z0-9_]+)=/.exec(line)?.[1];
  return name === undefined ? [] : [{ name, explanation: lines[index - 1] ?? "" }];
});

function variablesThatConfigReads(): string[] {
  const names = new Set<string>();
  const note = (name: string | symbol) =>
    void (typeof name === "string" && /^[A-Z0-9_]+$/.test(name) && names.add(name));
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

it("the documentation explains each variable in full", () => {
  const guide = guides.find(({ slug }) => slug === "configuration")?.markdown ?? "";
  const explanations = [...sample.matchAll(/((?:^# .+\n)+)([A-Z0-9_]+)=/gm)];
  expect(explanations.map(([, , name]) => name)).toEqual(documented.map(({ name }) => name));
  for (const [, comment = "", name = ""] of explanations) {
    const row = guide.split("\n").find((line) => line.startsWith(`| \`${name}\` |`)) ?? "";
    for (const line of comment.trim().split("\n"))
      expect(row.replaceAll("`", ""), name).toContain(line.slice(2).replaceAll("`", ""));
  }
});
