import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

test("every file that CONTRIBUTING.md and the recipes name exists", async () => {
  const recipes = await readdir(path.join(root, "docs/recipes"));
  const documents = await Promise.all(
    ["CONTRIBUTING.md", ...recipes.map((name) => `docs/recipes/${name}`)].map((file) =>
      readFile(path.join(root, file), "utf8"),
    ),
  );
  const prose = documents.join("\n").replace(/^```[\s\S]*?^```/gm, "");
  const named = [...prose.matchAll(/`([\w.()[\]/-]+\.(?:ts|tsx|mjs|md|json|prisma))`/g)].flatMap(
    ([, file = ""]) => (file.includes("/") ? [file] : []),
  );
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});
