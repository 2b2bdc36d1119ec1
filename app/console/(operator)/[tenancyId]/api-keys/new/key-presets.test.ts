import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { keyPresets } from "./key-presets";

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
