import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { createProgram } from "@/cli/program";
import { makeDataFolder } from "@/testing/server-process";
import { acme, expectRefusal, keystead } from "./keystead";

describe("help", () => {
  const wordsOf = (command: Command): string[][] => [
    [],
    ...command.commands.flatMap((each) => wordsOf(each).map((words) => [each.name(), ...words])),
  ];

  test("every command shows its usage and an example, and every group its commands", async () => {
    const problems: string[] = [];
    const commands = wordsOf(createProgram());
    expect(commands.length).toBeGreaterThan(36);
    for (const words of commands) {
      const { code, out, err } = await keystead([...words, "--help"]);
      const usage = `Usage: ${["keystead", ...words].join(" ")}`;
      const isExplained = out.includes("Commands:") || /\n {2}\$ keystead \w/.test(out);
      if (code !== 0 || err !== "" || !out.includes(usage) || !isExplained)
        problems.push(`${words.join(" ")}: ${out}${err}`);
    }
    expect(problems).toEqual([]);
  });

  test("the version is that of the package, and the older name of a group still works", async () => {
    const { version } = JSON.parse(await readFile("package.json", "utf8")) as { version: string };
    expect(await keystead(["--version"])).toEqual({ code: 0, out: `${version}\n`, err: "" });
    expect((await keystead(["keys", "rotate", "--help"])).out).toContain("signing-key");
  });

  test("the root help explains each exit code", async () => {
    const { out } = await keystead(["--help"]);
    for (const code of [0, 1, 2, 3, 4, 5]) expect(out).toMatch(new RegExp(`^  ${code}  \\S`, "m"));
  });
});

describe("wrong usage", () => {
  // No database listens here, so these commands must fail before they connect.
  const unreachable = {
    DATABASE_URL: "postgresql://127.0.0.1:1/unreachable",
    KEYSTEAD_MODE: "local",
    KEYSTEAD_SECRET: "0123456789abcdefghijklmnopqrstuvwxyzABCDEF",
  };

  test.each([
    [
      "an unknown command",
      ["tenancies"],
      /unknown command 'tenancies'\n\(Did you mean tenancy\?\)/,
    ],
    ["an unreadable file", ["metadata", "import", "/none/blob"], /\/none\/blob can’t be read/],
    ["an unknown option", ["tenancy", "list", "--all"], /unknown option '--all'/],
    ["one argument too many", ["tenancy", "list", "all"], /too many arguments/],
    ["a missing option", acme.slice(0, 6), /'--rp-id <domain>'/],
    [
      "an unknown environment",
      [...acme, "--environment", "prod"],
      /'--environment <choice>'.*development, staging, production/,
    ],
    ["a blank name", [...acme, "--name", " "], /'--name <name>'.*1 to 100 characters/],
    [
      "a name with terminal control characters",
      [...acme, "--name", "\u001b[2J"],
      /'--name <name>'.*control character/,
    ],
    [
      "an unknown scope",
      ["key", "create", "--name", "x", "--scope", "everything"],
      /'--scope <scope\.\.\.>'.*vault:export/,
    ],
    [
      "a duration without a unit",
      ["key", "create", "--name", "x", "--expires-in", "90"],
      /'--expires-in <duration>'.*30m, 12h or 90d/,
    ],
    [
      "a duration that never ends",
      ["key", "create", "--name", "x", "--expires-in", "9999d"],
      /'--expires-in <duration>'.*from 1m to 3650d/,
    ],
    [
      "a lifetime without a unit, by its own bound",
      ["tenancy", "set", "--code-lifetime", "10"],
      /'--code-lifetime <duration>'.*from 1m to 10m/,
    ],
    [
      "an overlap that is too long",
      ["key", "rotate", "ks_0123456789", "--overlap", "30d"],
      /'--overlap <duration>'.*from 1m to 7d/,
    ],
    ["a missing key argument", ["key", "lock"], /missing required argument 'key'/],
  ])("%s", async (_name, args, sentence) =>
    expectRefusal(keystead(args, unreachable), 2, sentence),
  );

  test("a group without a command shows the group's help", async () => {
    const { code, out, err } = await keystead(["key"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("Usage: keystead key");
  });

  test("an unreachable database, an invalid configuration and an invalid folder have their own messages", async () => {
    await expectRefusal(
      keystead(["tenancy", "list"], unreachable),
      4,
      /the database unreachable at 127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)/,
    );
    await expectRefusal(keystead(["migrate"], unreachable), 4, /cannot be reached/);
    await expectRefusal(
      keystead(["tenancy", "list"], { KEYSTEAD_MODE: "production" }),
      4,
      /Production mode needs KEYSTEAD_SECRET, BASE_URL, DATABASE_URL/,
    );
    const folder = makeDataFolder();
    await writeFile(join(folder, "file"), "");
    await expectRefusal(
      keystead(["migrate"], { KEYSTEAD_DATA: join(folder, "file/below") }),
      4,
      /cannot be written \(ENOTDIR\)/,
    );
    await rm(folder, { recursive: true });
  });
});
