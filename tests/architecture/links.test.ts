import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { violationsOf } from "@/testing/violations";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const readdir = (folder: string) =>
  readdirSync(path.join(root, folder)).map((file) => `${folder}/${file}`);
// Follows GitHub's rules for heading anchors.
const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[`*]/g, "")
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .trim()
    .replace(/ /g, "-");
const withoutCode = (markdown: string) => markdown.replace(/^```[\s\S]*?^```/gm, "");
const anchorsOf = (file: string) =>
  new Set(
    [...withoutCode(read(file)).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => slugOf(heading)),
  );

test("every link leads to an existing file, heading or page", async () => {
  const violations = await violationsOf(
    [
      "README.md",
      "ARCHITECTURE.md",
      "CONTRIBUTING.md",
      "CHANGELOG.md",
      "SECURITY.md",
      "lib/client/README.md",
      "bench/README.md",
      "drill/README.md",
      ...readdir("docs").filter((file) => file.endsWith(".md")),
      ...readdir("docs/decisions"),
      ...readdir("docs/recipes"),
    ],
    (file) => {
      const links = [...withoutCode(read(file)).matchAll(/\]\(([^)\s]+)\)/g)].map(
        ([, href = ""]) => href,
      );
      const broken = links.filter((href) => {
        // tests/architecture/docs-links.test.ts checks links to pages of the service.
        if (/^https?:|^\/(docs|console)/.test(href)) return false;
        const [target = "", anchor] = href.split("#");
        const linked = target === "" ? file : path.posix.join(path.posix.dirname(file), target);
        return (
          !existsSync(path.join(root, linked)) ||
          (anchor !== undefined && linked.endsWith(".md") && !anchorsOf(linked).has(anchor))
        );
      });
      expect(broken).toEqual([]);
    },
  );
  expect(violations).toEqual([]);
});

test("a guide shows every snippet", () => {
  const guides = readdir("docs/guides").map(read).join("\n");
  const snippets = [
    ...readdir("docs/snippets"),
    ...readdir("docs/snippets/browser"),
    ...readdir("docs/snippets/five-minutes"),
  ].filter((file) => /\.\w+$/.test(file));
  expect(snippets.filter((file) => !guides.includes(` ${file}\n`))).toEqual([]);
});
