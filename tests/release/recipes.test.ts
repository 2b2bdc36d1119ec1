import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { z } from "zod";
import { environmentOf } from "@/testing/server-process";

const root = path.resolve(import.meta.dirname, "../..");

interface RecipeFile {
  file: string;
  text: string;
}

/** Returns the code blocks of a recipe. The first line of each has its path. */
async function readRecipe(name: string): Promise<RecipeFile[]> {
  const recipe = await readFile(path.join(root, "docs/recipes", `${name}.md`), "utf8");
  return [...recipe.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```/gm)].map(
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
  "CHANGELOG.md",
  "prisma.config.ts",
  "tsconfig.json",
  "vitest.config.ts",
];

let copy: string;
let endpoint: RecipeFile[];
let setting: RecipeFile[];

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(copy, file)), { recursive: true });
  await writeFile(path.join(copy, file), text);
}

const words = (line: string) => line.trim().replace(/\s+/g, " ");

const Nested = z.record(z.string(), z.unknown());

/** Adds the members of nested objects. */
function addMembers(to: unknown, added: z.infer<typeof Nested>): z.infer<typeof Nested> {
  const into = Nested.parse(to ?? {});
  for (const [key, value] of Object.entries(added))
    into[key] = typeof value === "object" ? addMembers(into[key], Nested.parse(value)) : value;
  return into;
}

/**
 * Writes a file of a recipe. In a file that exists, it adds the members of JSON, or inserts lines after
 * the first one, which the file has already.
 */
async function apply({ file, text }: RecipeFile): Promise<void> {
  if (!existsSync(path.join(copy, file))) return write(file, text);
  const present = await readFile(path.join(copy, file), "utf8");
  if (file.endsWith(".json")) {
    const added = Nested.parse(JSON.parse(text));
    return write(file, JSON.stringify(addMembers(JSON.parse(present), added)));
  }
  const [anchor = "", ...added] = text.trimEnd().split("\n");
  const lines = present.split("\n");
  const at = lines.findIndex((line) => words(line) === words(anchor));
  expect(at, `${file} has the line: ${anchor}`).toBeGreaterThanOrEqual(0);
  await write(file, lines.toSpliced(at + 1, 0, ...added).join("\n"));
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
  endpoint = await readRecipe("endpoint");
  setting = await readRecipe("setting");
  for (const name of copied)
    await cp(path.join(root, name), path.join(copy, name), { recursive: true });
  await symlink(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  for (const file of [...endpoint, ...setting]) await apply(file);
  expect(await runNode(["scripts/prisma-generate.mjs"])).toMatchObject({ code: 0 });
});

afterAll(() => rm(copy, { recursive: true, force: true }));

test("the recipe for an endpoint has a schema, a function, a route and their tests", () => {
  expect(endpoint.map(({ file }) => file)).toEqual([
    expect.stringMatching(/^lib\/contract\/[\w-]+\.ts$/),
    expect.stringMatching(/^lib\/domain\/[\w-]+\/[\w-]+\.ts$/),
    expect.stringMatching(/^lib\/domain\/[\w-]+\/[\w-]+\.test\.ts$/),
    expect.stringMatching(/^app\/\(rest\)\/v2\/.+\/route\.ts$/),
    expect.stringMatching(/^app\/\(rest\)\/v2\/.+\/route\.test\.ts$/),
  ]);
});

test("the recipe for a setting has a record, a column, a migration, its phase, a use and its test", () => {
  expect(setting.map(({ file }) => file)).toEqual([
    expect.stringMatching(/^lib\/domain\/base\/tenancy\/setting\/[\w-]+\.ts$/),
    "prisma/schema.prisma",
    expect.stringMatching(/^prisma\/migrations\/\w+\/migration\.sql$/),
    "prisma/migrations/releases.json",
    expect.stringMatching(/^lib\/domain\/[\w-]+\/[\w-]+\.ts$/),
    expect.stringMatching(/^lib\/domain\/[\w-]+\/[\w-]+\.test\.ts$/),
  ]);
});

/** Tests of every setting, which need no change for a new one. */
const ofEverySetting = [
  "lib/domain/admin/tenancy/create-tenancy.test.ts",
  "lib/domain/admin/tenancy/update-settings.test.ts",
  "prisma/schema.test.ts",
  "prisma/releases.test.ts",
];

test.concurrent("their files have no type errors", async () => {
  const files = [...endpoint, ...setting]
    .map(({ file }) => file)
    .filter((file) => /(?<!\.test)\.ts$/.test(file));
  const compilerOptions = { incremental: false };
  const project = { extends: "./tsconfig.json", compilerOptions, include: [], files };
  await write("tsconfig.recipe.json", JSON.stringify(project));
  const tsc = ["node_modules/typescript/bin/tsc", "--noEmit", "--project", "tsconfig.recipe.json"];
  expect(await runNode(tsc)).toEqual({ code: 0, stdout: "" });
});

interface TestFile {
  name: string;
  status: string;
  assertionResults: unknown[];
}

test.concurrent("their tests pass, and so do those of every setting", async () => {
  expect(await runNode(["scripts/generate-routes.mjs"])).toEqual({ code: 0, stdout: "" });
  const added = [...endpoint, ...setting]
    .map(({ file }) => file)
    .filter((file) => file.endsWith(".test.ts"));
  const { stdout } = await runNode(
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--project",
      "unit",
      "--maxWorkers=1",
      "--reporter=json",
      "--outputFile=report.json",
      ...added,
      ...ofEverySetting,
    ],
    { TEST_DATABASE_URL: inject("database").adminUrl },
  );
  const report = await readFile(path.join(copy, "report.json"), "utf8").catch(() => stdout);
  const { testResults } = JSON.parse(report) as { testResults: TestFile[] };
  const failed = testResults.filter(({ status }) => status !== "passed");
  expect(failed).toEqual([]);
  const countIn = (files: string[]) =>
    testResults
      .filter(({ name }) => files.some((file) => name.endsWith(file)))
      .flatMap(({ assertionResults }) => assertionResults).length;
  expect(countIn(added)).toBe(7);
  expect(countIn(ofEverySetting)).toBeGreaterThan(50);
});
