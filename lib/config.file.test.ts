import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violationsOf } from "@/testing/violations";
import { parseEnvFile, readEnvFile } from "./config.file";

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "keystead-env-"))));
afterAll(() => rmSync(folder, { recursive: true }));

const written = "BASE_URL=https://id.example.com\nPORT='3000'\n# a comment\nISSUER=\"a # b\"\n";
const values = { BASE_URL: "https://id.example.com", PORT: "3000", ISSUER: "a # b" };

test("reads a file as people save it", async () => {
  const file = join(folder, "read");
  const cases: [string, string][] = [
    ["plain", written],
    ["with a byte order mark", `\uFEFF${written}`],
    ["with Windows' line ends", written.replaceAll("\n", "\r\n")],
    ["without a last line end", written.trimEnd()],
    ["with export", written.replace(/^(?=[A-Z])/gm, "export ")],
    ["with spaces around", written.replace(/^(\w+)=/gm, "  $1 = ")],
    ["with comments after values", written.replace(/$/gm, " # it's #1")],
  ];
  expect(
    await violationsOf(cases, (_name, text) => {
      writeFileSync(file, text);
      expect(readEnvFile(file)).toEqual(values);
    }),
  ).toEqual([]);
  expect(readEnvFile(join(folder, "none"))).toEqual({});
});

test("refuses what it would read wrongly, in one sentence that names the line", async () => {
  const file = join(folder, "refused");
  const cases: [string, Buffer, RegExp][] = [
    ["UTF-16", Buffer.from(`\uFEFF${written}`, "utf16le"), /refused is UTF-16 or binary\. Save/],
    ["Latin-1", Buffer.from(`${written}MAIL_FROM=J\u00fcrgen <a@b.example>`, "latin1"), /line 5/],
    [
      "a # in a password",
      Buffer.from(`${written}export SMTP_URL = smtp://user:12#34@host\n`),
      /refused, line 5: the value of SMTP_URL has a # outside quotes/,
    ],
    ["a # at the start", Buffer.from("KEYSTEAD_SECRET=#secret"), /line 1: .* KEYSTEAD_SECRET/],
    ["a # after a value", Buffer.from("\r\nPORT=3000#web\r\n"), /line 2: .* PORT/],
  ];
  expect(
    await violationsOf(cases, (_name, bytes, words) => {
      writeFileSync(file, bytes);
      expect(() => readEnvFile(file)).toThrow(words);
    }),
  ).toEqual([]);
  mkdirSync(join(folder, "inner"));
  expect(() => readEnvFile(join(folder, "inner"))).toThrow(/inner is a folder\. It must be a file/);
});

test("keeps a # in quotes, also on several lines", () => {
  expect(parseEnvFile(".env", "A='12#34'\nB=\"x#y\"\nC=`p#q`\nD='one#\ntwo'\n#E=1#2\n")).toEqual({
    A: "12#34",
    B: "x#y",
    C: "p#q",
    D: "one#\ntwo",
  });
});
