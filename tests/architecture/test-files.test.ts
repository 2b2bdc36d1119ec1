import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import config from "@/vitest.config";

const root = path.resolve(import.meta.dirname, "../..");
/** Playwright runs the tests in e2e. */
const isElsewhere = (folder: string) =>
  folder.startsWith(".") || ["node_modules", "dist", "e2e"].includes(folder);

const Config = z.object({
  test: z.object({
    projects: z.array(z.object({ test: z.object({ include: z.array(z.string()) }) })),
  }),
});

test("every test file belongs to a project that runs it", () => {
  const { projects } = Config.parse(config).test;
  const patterns = projects.flatMap((project) => project.test.include);
  const isIncluded = (file: string) =>
    patterns.some((pattern) =>
      pattern.endsWith("/**/*.test.ts")
        ? file.startsWith(pattern.slice(0, -"**/*.test.ts".length)) && file.endsWith(".test.ts")
        : file === pattern,
    );
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !isElsewhere(entry.name))
    .map(({ name }) => name);
  const files = folders
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
        path.posix.join(folder, file.split(path.sep).join("/")),
      ),
    )
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes("node_modules/"));
  expect(files).toContain("tests/architecture/test-files.test.ts");
  expect(files.filter((file) => !isIncluded(file))).toEqual([]);
});
