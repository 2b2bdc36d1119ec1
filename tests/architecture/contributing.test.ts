import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { environmentOf } from "@/testing/server-process";

const root = path.resolve(import.meta.dirname, "../..");

interface RecipeFile {
  file: string;
  text: string;
}

/** Returns the code blocks of the recipe "Add an endpoint". The first line of each has its path. */
async function readRecipe(): Promise<RecipeFile[]> {
  const document = await readFile(path.join(root, "CONTRIBUTING.md"), "utf8");
  const recipe = document.split(/^## /m).find((section) => section.startsWith("Add an endpoint"));
  return [...(recipe ?? "").matchAll(/^```ts (\S+)\n([\s\S]*?)^```/gm)].map(
    ([, file = "", text = ""]) => ({ file, text }),
  );
}

// What the route table, the handlers and their tests import.
const copied = [
  "app/(rest)",
  "lib",
  "prisma",
  "scripts",
  "server",
  "testing",
  "package.json",
  "tsconfig.json",
  "vitest.config.ts",
];

let copy: string;
let recipe: RecipeFile[];

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(copy, file)), { recursive: true });
  await writeFile(path.join(copy, file), text);
}

/** Runs a script in the copy. @returns exit code and output */
async function runNode(args: string[], environment: Record<string, string> = {}) {
  const env = environmentOf(environment) as NodeJS.ProcessEnv;
  return promisify(execFile)(process.execPath, args, { cwd: copy, env }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  );
}

/** A copy outside the repository, so that tests that read the route tree don't see the example. */
beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), "keystead-recipe-"));
  recipe = await readRecipe();
  for (const name of copied)
    await cp(path.join(root, name), path.join(copy, name), { recursive: true });
  await symlink(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  for (const { file, text } of recipe) await write(file, text);
});

afterAll(() => rm(copy, { recursive: true, force: true }));

test("every file that CONTRIBUTING.md names exists", async () => {
  const document = await readFile(path.join(root, "CONTRIBUTING.md"), "utf8");
  const prose = document.replace(/^```[\s\S]*?^```/gm, "");
  const named = [...prose.matchAll(/`([\w.()[\]/-]+\.(?:ts|tsx|mjs|md|json|prisma))`/g)].flatMap(
    ([, file = ""]) => (file.includes("/") ? [file] : []),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test("the recipe for an endpoint has a schema, a function, a route and their tests", () => {
  expect(recipe.map(({ file }) => file)).toEqual([
    expect.stringMatching(/^lib\/contract\/[\w-]+\.ts$/),
    expect.stringMatching(/^lib\/domain\/[\w-]+\/[\w-]+\.ts$/),
    expect.stringMatching(/^lib\/domain\/[\w-]+\/[\w-]+\.test\.ts$/),
    expect.stringMatching(/^app\/\(rest\)\/v2\/.+\/route\.ts$/),
    expect.stringMatching(/^app\/\(rest\)\/v2\/.+\/route\.test\.ts$/),
  ]);
});

test.concurrent("its files have no type errors", async () => {
  const files = recipe.map(({ file }) => file).filter((file) => !file.endsWith(".test.ts"));
  const compilerOptions = { incremental: false };
  const project = { extends: "./tsconfig.json", compilerOptions, include: [], files };
  await write("tsconfig.recipe.json", JSON.stringify(project));
  const tsc = ["node_modules/typescript/bin/tsc", "--noEmit", "--project", "tsconfig.recipe.json"];
  expect(await runNode(tsc)).toEqual({ code: 0, stdout: "" });
});

test.concurrent("its tests pass through the generated route table", async () => {
  expect(await runNode(["scripts/generate-routes.mjs"])).toEqual({ code: 0, stdout: "" });
  const tests = recipe.map(({ file }) => file).filter((file) => file.endsWith(".test.ts"));
  const { stdout } = await runNode(
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--project",
      "unit",
      "--maxWorkers=1",
      "--reporter=json",
      "--outputFile=report.json",
      ...tests,
    ],
    { TEST_DATABASE_URL: inject("database").adminUrl },
  );
  const report = await readFile(path.join(copy, "report.json"), "utf8").catch(() => stdout);
  expect(JSON.parse(report)).toMatchObject({
    success: true,
    numTotalTests: 15,
    numPassedTests: 15,
  });
});
