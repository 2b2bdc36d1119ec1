import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { guides, type Inline } from "@/app/docs/guide";
import { optionOf } from "@/cli/setting-values";
import { variableNames } from "@/lib/config";
import { settingBounds, settingNames } from "@/lib/domain/tenancy/settings";

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

const defaults = [...example.matchAll(/^([A-Z_]+)=(.+)$/gm)].map(
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

const grouped = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, " ");

test("the configuration page describes every variable and setting, and nothing else", () => {
  const known = [...variableNames, ...settingNames.map(optionOf)];
  expect([...rows.keys()].toSorted()).toEqual(known.toSorted());
  expect([...rows].filter(([, meaning]) => meaning === "")).toEqual([]);
});

test.each(Object.entries(settingBounds).filter(([name]) => name !== "codeMs"))(
  "the configuration page names the bounds of %s",
  (name, [min, max]) => {
    expect(rows.get(optionOf(name))).toContain(`${grouped(min)} to ${grouped(max)}`);
  },
);
