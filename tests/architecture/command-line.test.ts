import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { guides } from "@/app/docs/guide";
import { exitCode } from "@/cli/exit-code";
import { createProgram } from "@/cli/program";

const chapter = readFileSync("docs/command-line.md", "utf8");
const configuration = guides.find(({ slug }) => slug === "configuration");

interface Leaf {
  name: string;
  command: Command;
}

/** Commands that do something: those without subcommands, and those that take an argument. */
const leavesOf = (command: Command, names: string[] = []): Leaf[] => [
  ...(command.commands.length === 0 || command.registeredArguments.length > 0
    ? [{ name: names.join(" "), command }]
    : []),
  ...command.commands.flatMap((each) => leavesOf(each, [...names, each.name()])),
];

const leaves = leavesOf(createProgram());
const sections = new Map(
  chapter
    .split(/^### /m)
    .slice(1)
    .map((section) => {
      const [heading = "", ...rest] = section.split("\n");
      return [heading, rest.join("\n").split(/^## /m)[0] ?? ""] as const;
    }),
);

test("the chapter has a section for every command, and for no other", () => {
  expect([...sections.keys()].sort()).toEqual(leaves.map(({ name }) => name).sort());
});

test.each(leaves)("keystead $name: its options, an example and the output", ({ name, command }) => {
  // Settings have a page of their own.
  const settings = name === "tenancy set" ? configuration?.markdown : "";
  const section = `${sections.get(name)}${settings}`;
  // A former name still works, but is not documented.
  const shown = command.options.filter(({ hidden }) => !hidden);
  const options = ["--help", ...shown.map(({ long }) => long ?? "")];
  for (const option of options.filter((each) => !["--help", "--json", "--tenancy"].includes(each)))
    expect(section, option).toContain(`\`${option}`);
  const examples = [...section.matchAll(/^\$ keystead (.+)$/gm)].map(([, line = ""]) => line);
  expect(examples.some((line) => line.startsWith(name))).toBe(true);
  expect(section, "output").toMatch(/^\$ keystead .+\n(?!\$|```)./m);
  // Examples name only options that exist.
  for (const [option] of examples.join(" ").matchAll(/--[a-z-]+/g))
    expect(options).toContain(option);
});

test("the introduction explains what commands share, and every exit code", () => {
  const [introduction = ""] = chapter.split(/^## /m);
  for (const shared of ["--help", "--json", "--tenancy", "--version"])
    expect(introduction).toContain(`\`${shared}`);
  for (const code of Object.values(exitCode))
    expect(chapter).toMatch(new RegExp(`^\\| ${code} \\| \\S`, "m"));
});
