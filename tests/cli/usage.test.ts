import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeDataFolder } from "@/tests/support/server-process";
import { acme, expectRefusal, keystead } from "./keystead";

describe("help", () => {
  const commands = [
    "",
    "start",
    "tenancy",
    "tenancy create",
    "tenancy list",
    "tenancy brand",
    "tenancy hosted",
    "tenancy get",
    "tenancy set",
    "key",
    "key create",
    "key list",
    "key lock",
    "key unlock",
    "key revoke",
    "key rename",
    "key rotate",
    "signing-key",
    "signing-key rotate",
    "user",
    "user find",
    "user list",
    "user disable",
    "user enable",
    "user erase",
    "passkey",
    "passkey find",
    "passkey disable",
    "passkey enable",
    "metadata",
    "metadata import",
    "metadata show",
    "operator",
    "operator recover",
    "audit",
    "audit verify",
    "migrate",
  ];

  test.each(commands)("keystead %s --help", async (command) => {
    const { code, out, err } = await keystead([...command.split(" ").filter(Boolean), "--help"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain(`Usage: ${`keystead ${command}`.trim()}`);
    // A command shows how to use it; a group lists its commands.
    expect(out).toMatch(out.includes("Commands:") ? /Commands:/ : /\n {2}\$ keystead \w/);
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
      /'--environment <environment>'.*development, staging, production/,
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
      /'--expires-in <duration>'.*ten years/,
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
      keystead(["tenancy", "list"], { KEYSTEAD_DATA: join(folder, "file/below") }),
      4,
      /cannot be written \(ENOTDIR\)/,
    );
    await rm(folder, { recursive: true });
  });
});
