import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { guides, type Inline } from "@/app/docs/guide";
import { variableNames } from "@/lib/config";
import { optionOf } from "@/lib/domain/base/tenancy/describe-setting";
import { settingNames } from "@/lib/domain/base/tenancy/settings";

const plain = (parts: Inline[]): string =>
  parts.map((part) => ("text" in part ? part.text : plain(part.children))).join("");
const page = guides.find(({ slug }) => slug === "configuration");
const rows = new Map(
  (page?.blocks ?? []).flatMap((block) =>
    block.type === "table"
      ? block.rows.map(([name = [], meaning = []]) => [plain(name), plain(meaning)] as const)
      : [],
  ),
);
const example = readFileSync(".env.example", "utf8");

const defaults = [...example.matchAll(/^([A-Z0-9_]+)=(.+)$/gm)].map(
  ([, name = "", value = ""]) => [name, value] as const,
);

test.each(defaults)("the configuration page states the default of %s", (name, value) => {
  expect(rows.get(name)).toContain(`Default: ${value}.`);
});

test("the configuration page formats names, addresses and values of variables as code", () => {
  const texts = (page?.blocks ?? []).flatMap((block) =>
    block.type === "table" && plain(block.header[0] ?? []) === "variable"
      ? block.rows.flatMap(([, meaning = []]) =>
          meaning.flatMap((part) => (part.type === "text" ? [part.text] : [])),
        )
      : [],
  );
  expect(texts.length).toBeGreaterThan(30);
  expect(texts.join(" ")).not.toMatch(/\w+:\/\/|[A-Z]+_[A-Z]+|\/\w/);
});

test("the configuration page describes every variable and setting, and nothing else", () => {
  const known = [...variableNames, ...settingNames.map(optionOf)];
  expect([...rows.keys()].toSorted()).toEqual(known.toSorted());
  expect([...rows].filter(([, meaning]) => meaning === "")).toEqual([]);
});

test.each([
  ["--code-attempts", "Attempts per code: 3 to 10 attempts. Default: 5. After that many wrong"],
  ["--code-lifetime", "Codes expire after: 1 to 10 minutes. Default: 10. Counted from"],
  ["--user-verification", "required, preferred or discouraged. Default: preferred. A request"],
  ["--algorithms", "EdDSA, ES256, RS256, ES384, ES512 or Ed448. Default: EdDSA ES256 RS256. New"],
  ["--require-client-id", "Require the client id. Default: off. Refuses browser requests"],
])("the configuration page states the values and the default of %s", (option, meaning) => {
  expect(rows.get(option)).toContain(meaning);
});
