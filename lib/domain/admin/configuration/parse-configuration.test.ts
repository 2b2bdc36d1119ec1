import { describe, expect, test } from "vitest";
import { limits } from "@/lib/limits";
import { parseConfiguration } from "./parse-configuration";

const parse = (text: string) => parseConfiguration({ name: "shop.yaml", text });
const refusalOf = (text: string): string => {
  try {
    parse(text);
  } catch (error) {
    return (error as Error).message;
  }
  return "accepted";
};

describe("parseConfiguration", () => {
  test("reads several documents, and skips empty ones", () => {
    const given = parse("name: Shop\nsettings:\n  codeDigits: 8\n---\nname: Blog\n---\n");
    expect(given.map(({ document }) => document)).toEqual([
      { name: "Shop", settings: { codeDigits: 8 } },
      { name: "Blog" },
    ]);
  });

  test.each([
    [
      "name: A\nsettings:\n  codeDigts: 8",
      "shop.yaml:3 settings.codeDigts: is unknown. Did you mean codeDigits?",
    ],
    ["name: A\nsetings: {}", "shop.yaml:2 setings: is unknown. Did you mean settings?"],
    [
      "name: A\napiKeys:\n  - name: x\n    scope: ['*']\n    scopes: ['*']",
      "shop.yaml:4 apiKeys.0.scope: is unknown. Did you mean scopes?",
    ],
    [
      "name: A\npasskeyPolicy: {storge: any}",
      "passkeyPolicy.storge: is unknown. Did you mean storage?",
    ],
    ["name: A\nxyz: 1", "shop.yaml:2 xyz: is unknown"],
    ["name: A\nsettings:\n  codeDigits: 99", "shop.yaml:3 settings.codeDigits: must be at most 10"],
    ["name: A\nsettings:\n  codeMs: 10", "shop.yaml:3 settings.codeMs: must be at least 60000"],
    [
      "name: A\nsettings:\n  requireClientId: on",
      "settings.requireClientId: must be true or false",
    ],
    ["settings: {}", "shop.yaml:1 name: Must have 1 to 100 characters"],
    ["- name: A", "shop.yaml:1: must be an object"],
    ["name: A\nname: B", "Map keys must be unique at line 2, column 1"],
    ["name: !!binary aGk=", "Unresolved tag: tag:yaml.org,2002:binary at line 1"],
    ["name: !secret x", "Unresolved tag: !secret at line 1"],
    ["name: *x", "Unresolved alias"],
    ["name: [A", "shop.yaml: "],
    ["? [a]\n: b", "With stringKeys, all keys must be strings"],
    ["# nothing", "shop.yaml: has no document"],
    ["name: A\n<<: {id: x}", "<<: is unknown"],
    [
      "name: A\napiKeys:\n  - {name: x, scopes: ['*']}\n  - {name: x, scopes: ['*']}",
      "apiKeys: have the same name twice",
    ],
    [
      "name: A\napiKeys: [{name: x, scopes: ['*'], expiresIn: 90}]",
      "apiKeys.0.expiresIn: must be a string",
    ],
    [
      "name: A\napiKeys: [{name: x, scopes: ['*'], expiresIn: 9999d}]",
      "apiKeys.0.expiresIn: must be minutes, hours or days",
    ],
    [
      "name: A\napiKeys: [{name: x, scopes: ['*'], expiresIn: 1d, expiresAt: '2027-01-01T00:00:00Z'}]",
      "give either expiresAt or expiresIn",
    ],
    [
      "name: A\napiKeys: [{name: x, scopes: ['*'], expiresAt: tomorrow}]",
      "must be a time such as 2027-01-31T00:00:00Z",
    ],
  ])("refuses %j", (text, message) => {
    expect(refusalOf(text)).toContain(message);
  });

  test.each(["__proto__", "constructor", "toString"])("refuses the name %s everywhere", (name) => {
    for (const text of [
      `name: A\n${name}: {settings: {codeDigits: 8}}`,
      `name: A\nsettings:\n  ${name}: {codeDigits: 8}`,
    ])
      expect(refusalOf(text)).toContain(`${name}: is unknown`);
    expect(({} as Record<string, unknown>)["settings"]).toBeUndefined();
  });

  test("refuses aliases that expand to much, documents without number, and deep nesting", () => {
    const names = "abcdefghij".split("");
    const bomb = names
      .map((name, index) => {
        const before = names[index - 1];
        const entry = before === undefined ? "x" : `*${before}`;
        return `${name}: &${name} [${Array(9).fill(entry).join(",")}]`;
      })
      .join("\n");
    expect(refusalOf(bomb)).toContain("Excessive alias count");
    expect(refusalOf("name: A\n---\n".repeat(limits.configuration.documents + 1))).toContain(
      "has more than 100 documents",
    );
    expect(refusalOf(`name: ${"[".repeat(20_000)}`)).toMatch(/^shop\.yaml/);
  });

  test("allows an alias for a list that is used twice", () => {
    const [given] = parse(
      "name: A\nsettings:\n  topOrigins: &sites [https://a.example]\npasskeyPolicy:\n  topOrigins: *sites",
    );
    expect(given?.document.passkeyPolicy?.topOrigins).toEqual(["https://a.example"]);
  });
});
