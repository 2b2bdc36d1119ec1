import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { scopeWords } from "@/app/console/(operator)/[tenancyId]/api-keys/new-key";
import { apiKeyScopes } from "@/lib/contract/api-key-scope";
import { isSensitiveScope } from "@/lib/domain/access/api-key/scope";
import { keyPresets } from "./key-presets";

const all = new Set<string>(apiKeyScopes);
const scopesOf = (wanted: string) =>
  new Set<string>(keyPresets.find(({ label }) => label === wanted)?.scopes);

test("the preset of a sign-in backend has exactly the scopes that the guide lists", () => {
  const guide = readFileSync("docs/guides/03-exchange-codes.md", "utf8");
  const [, table = ""] = guide.split("| your backend | scopes |");
  const rows = (table.split("\n\n")[0] ?? "").split("\n").slice(2);
  const scopes = rows.flatMap((row) => /\| `([a-z:]+)` \|$/.exec(row)?.[1] ?? []);
  expect(rows.length).toBeGreaterThan(3);
  expect(scopes).toHaveLength(rows.length);
  expect(scopesOf("Sign-in backend")).toEqual(new Set(scopes));
});

test("the preset of an import has the scopes that the endpoint requires", () => {
  const route = readFileSync("app/(rest)/v2/[tenancyId]/passkeys/import/route.ts", "utf8");
  const [, list = ""] = /scope: \[(.+)\]/.exec(route) ?? [];
  expect(scopesOf("Import")).toEqual(new Set(JSON.parse(`[${list}]`) as string[]));
});

test("the preset of an audit only reads", () => {
  expect([...scopesOf("Audit")].filter((scope) => !/:(list|read)$/.test(scope))).toEqual([]);
  expect(scopesOf("Audit").size).toBeGreaterThan(0);
});

test("only presets that say so have scopes that “*” leaves out", () => {
  const sensitive = keyPresets.filter(({ scopes }) => scopes.some(isSensitiveScope));
  expect(sensitive.map(({ label }) => label)).toEqual([
    "User management",
    "Configuration",
    "Audit",
  ]);
});

test("no preset claims full access unless it has every scope", () => {
  const claims = keyPresets.filter(({ label }) => /full|everything|all access/i.test(label));
  for (const { label, scopes } of claims) expect(new Set<string>(scopes), label).toEqual(all);
  expect(scopeWords["*"].name).not.toMatch(/full/i);
});
