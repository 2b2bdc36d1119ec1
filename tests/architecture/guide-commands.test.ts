import { readdirSync, readFileSync } from "node:fs";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { createProgram } from "@/cli/program";
import { violationsOf } from "@/testing/violations";

const files = [
  ...readdirSync("docs/guides").map((name) => `docs/guides/${name}`),
  "docs/configuration.md",
  "docs/conventions.md",
  "docs/questions.md",
  "README.md",
  "SECURITY.md",
  ".env.example",
];

/** Commands of the shell blocks, and those in the text, which leave out `npm run -s` and `--`. */
function commandsIn(text: string): string[][] {
  const joined = text.replaceAll(/ \\\n\s+/g, " ");
  return [...joined.matchAll(/(?:run -s keystead -- |`keystead (?=[a-z]))([^`\n]+)/g)].map(
    ([, words = ""]) => words.split(" ").filter((word) => word !== ""),
  );
}

/** Walks down to the command that the words name. Options and arguments follow. */
function findCommand(words: string[], from: Command = createProgram()): Command {
  const [first = "", ...rest] = words;
  const next = from.commands.find(
    (command) => command.name() === first || command.aliases().includes(first),
  );
  return next === undefined ? from : findCommand(rest, next);
}

/** Returns what is wrong with a command, or nothing. */
function problemOf(words: string[]): string | undefined {
  const command = findCommand(words);
  // A text may name a group by its name alone, and a group may be a command with an argument.
  const isGroup = command.commands.length > 0 && command.registeredArguments.length === 0;
  const isUnknown = isGroup && words.at(-1) !== command.name();
  const known = command.options.map(({ long }) => long);
  const unknown = words.filter((word) => word.startsWith("--") && !known.includes(word));
  if (isUnknown) return `${words.join(" ")}: no such command`;
  return unknown.length > 0 ? `${words.join(" ")}: no option ${unknown.join(", ")}` : undefined;
}

test("every command and option that a document names exists", async () => {
  const violations = await violationsOf(files, (file) => {
    const commands = commandsIn(readFileSync(file, "utf8"));
    expect(commands.flatMap((words) => problemOf(words) ?? [])).toEqual([]);
  });
  expect(violations).toEqual([]);
});

test("no document lets npm look for a package of another author", async () => {
  const violations = await violationsOf(
    [
      ...files,
      "docs/command-line.md",
      "docs/operations.md",
      "lib/client/README.md",
      "lib/config.ts",
    ],
    (file) => {
      // Outside an installation, `npx keystead` would run whatever the registry has under that name,
      // and `npx ./<file>.tgz` installs at every start.
      const text = readFileSync(file, "utf8");
      expect(text.match(/npx (?!--no-install )[^\n`]*keystead\b[^\n`]*/g) ?? []).toEqual([]);
      expect(text.match(/(npm (i|install)|from) "?@keystead\S*/g) ?? []).toEqual([]);
    },
  );
  expect(violations).toEqual([]);
});

test("README describes lines that the start prints", () => {
  const [, start = ""] = readFileSync("README.md", "utf8").split("## Start");
  const described = [...(start.split("\n## ")[0] ?? "").matchAll(/\*\*(\w+)\*\*/g)];
  const banner = readFileSync("server/describe-start.ts", "utf8");
  expect(described.length).toBeGreaterThan(4);
  for (const [, label = ""] of described)
    expect(banner, label).toMatch(new RegExp(`  ${label} +[$]\\{`));
});

test("a misspelled command and a missing option are found", () => {
  const text = "`keystead key rotat`, and npm run -s keystead -- tenancy create \\\n  --nam Shop";
  expect(commandsIn(text).map(problemOf)).toEqual([
    "key rotat: no such command",
    "tenancy create --nam Shop: no option --nam",
  ]);
});
