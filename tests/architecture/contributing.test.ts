import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

test("every file that CONTRIBUTING.md names exists", async () => {
  const document = await readFile(path.join(root, "CONTRIBUTING.md"), "utf8");
  const prose = document.replace(/^```[\s\S]*?^```/gm, "");
  const named = [...prose.matchAll(/`([\w.()[\]/-]+\.(?:ts|tsx|mjs|md|json|prisma))`/g)].flatMap(
    ([, file = ""]) => (file.includes("/") ? [file] : []),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});
