import type { Command } from "commander";
import { expect, test } from "vitest";
import { createProgram } from "@/cli/program";

function commandNamed(path: string): Command {
  const found = path
    .split(" ")
    .reduce<Command | undefined>(
      (command, name) => command?.commands.find((each) => each.name() === name),
      createProgram(),
    );
  if (found === undefined) throw new Error(`no command ${path}`);
  return found;
}

const spellings = [
  ["tenancy create", "--origin", "--allowed-origins", ["https://a.example", "https://b.example"]],
  ["tenancy create", "--further-rp-id", "--rp-ids", ["a.example", "b.example"]],
  ["tenancy set", "--code-ms", "--code-lifetime", ["5m"]],
  ["tenancy hosted", "--return-to", "--redirect-uris", ["https://a.example/in", "app:/in"]],
  ["tenancy brand", "--name", "--brand-name", ["Shop"]],
  ["tenancy brand", "--color", "--brand-color", ["#0e6a4e"]],
  ["tenancy brand", "--logo", "--brand-logo", ["shop.png"]],
  ["tenancy brand", "--sender", "--mail-sender", ["codes@a.example"]],
  ["tenancy brand", "--reply-to", "--mail-reply-to", ["help@a.example"]],
] as const;

test.each(spellings)("%s: %s does what %s does, and only the second is in the help", (...row) => {
  const [name, former, current, values] = row;
  const settings = [former, current].map((option) => {
    const command = commandNamed(name);
    command.parseOptions([option, ...values]);
    return command.opts();
  });
  expect(Object.keys(settings[1] ?? {})).toHaveLength(1);
  expect(settings[0]).toEqual(settings[1]);
  const help = commandNamed(name).helpInformation();
  expect(help).toContain(` ${current} `);
  expect(help).not.toContain(` ${former} `);
});

test("a list given in both spellings has the values of both", () => {
  const command = commandNamed("tenancy create");
  command.parseOptions(["--origin", "https://a.example", "--allowed-origins", "https://b.example"]);
  expect(command.opts()).toEqual({ allowedOrigins: ["https://a.example", "https://b.example"] });
});

test("the same setting has the same option in every command", () => {
  const set = commandNamed("tenancy set");
  const described = new Set(set.options.map(({ long }) => long));
  const others = ["tenancy create", "tenancy brand", "tenancy hosted"].flatMap((name) =>
    commandNamed(name).options.filter(({ hidden }) => !hidden),
  );
  const onlyThere = others.map(({ long }) => long).filter((long) => !described.has(long));
  expect(onlyThere).toEqual(["--compatible", "--brand-logo", "--on", "--off"]);
});
