import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { violationsOf } from "@/testing/violations";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

const folder = "docs/decisions";
const records = readdirSync(path.join(root, folder))
  .filter((file) => file !== "README.md")
  .sort();

test("every path that a document names exists", async () => {
  const violations = await violationsOf(
    ["ARCHITECTURE.md", "docs/round-trips.md", ...records.map((file) => `${folder}/${file}`)],
    (file) => {
      const named = [
        ...read(file).matchAll(/`((?:app|docs|e2e|emails|lib|prisma|scripts|tests)\/[^`<…]*)`/g),
      ].map(([, name = ""]) => name);
      expect(named.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
    },
  );
  expect(violations).toEqual([]);
});

test("thousands have a comma in every document", () => {
  const files = [".", "bench", "docs", "docs/decisions", "docs/guides", "drill"].flatMap((name) =>
    readdirSync(path.join(root, name))
      .filter((file) => file.endsWith(".md"))
      .map((file) => path.join(name, file)),
  );
  expect(files).toContain("docs/attack-cases.md");
  const spaced = files.flatMap((file) =>
    [...read(file).matchAll(/(?<![\d.,/-])\b\d{1,3}(?:[ \u00a0\u202f]\d{3})+\b/g)].map(
      ([number]) => `${file}: ${number}`,
    ),
  );
  expect(spaced).toEqual([]);
});

test("README and guides install the package of this version", () => {
  const { version } = JSON.parse(read("package.json")) as { version: string };
  const files = ["README.md", ...readdirSync(path.join(root, "docs/guides"))].map((file) =>
    file === "README.md" ? file : `docs/guides/${file}`,
  );
  const named = files.flatMap((file) => read(file).match(/keystead-[\d.]+\.tgz/g) ?? []);
  expect(named.length).toBeGreaterThan(2);
  expect(new Set(named)).toEqual(new Set([`keystead-${version}.tgz`]));
});

/** The documentation shows them as ’. The changelog is written like a screen. */
test("Markdown has typewriter's apostrophes", () => {
  const files = readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`);
  const others = ["README.md", "SECURITY.md", "CONTRIBUTING.md", "ARCHITECTURE.md"];
  const curly = [...files, ...others].flatMap((file) =>
    [...read(file).matchAll(/.*\p{L}’\p{L}.*/gu)].map(([line]) => `${file}: ${line}`),
  );
  expect(curly).toEqual([]);
  expect(read("CHANGELOG.md")).not.toMatch(/\p{L}'\p{L}/u);
});

describe("decisions", () => {
  const index = read(`${folder}/README.md`);

  test("the index lists every record with its title, in the order of numbers in each room", () => {
    const rooms = index
      .split(/^## /m)
      .map((room) =>
        [...room.matchAll(/^\| (\d+) \| \[(.+)\]\((.+)\) \| .+ \|$/gm)].map(
          ([, number, title, file]) => ({ number: Number(number), title, file }),
        ),
      );
    const byNumber = (one: { number: number }, other: { number: number }) =>
      one.number - other.number;
    expect(rooms).toEqual(rooms.map((rows) => rows.toSorted(byNumber)));
    const rows = rooms.flat().toSorted(byNumber);
    const expected = records.map((file) => ({
      number: Number(file.slice(0, 4)),
      title: read(`${folder}/${file}`).split("\n", 1)[0]?.slice(2),
      file,
    }));
    expect(rows).toEqual(expected);
  });

  test("every number leads to its record or to the one that holds it now", () => {
    const merged = [...index.matchAll(/^\| (\d+) \| [^[\]|]+ \| \[\d+\]\((.+)\) \|$/gm)];
    const kept = records.map((file) => Number(file.slice(0, 4)));
    const numbers = [...kept, ...merged.map(([, number]) => Number(number))];
    expect(numbers.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: Math.max(...numbers) }, (_, position) => position + 1),
    );
    expect(merged.filter(([, , file = ""]) => !records.includes(file))).toEqual([]);
  });

  test("every record fits a screen", () => {
    expect(records.filter((file) => read(`${folder}/${file}`).length > 3_000)).toEqual([]);
    expect(records.filter((file) => read(`${folder}/${file}`).split("\n").length > 46)).toEqual([]);
  });

  test("every record that a source file names exists", () => {
    const folders = ["app", "cli", "components", "emails", "lib", "scripts", "server", "tests"];
    const sources = folders
      .filter((name) => existsSync(path.join(root, name)))
      .flatMap((name) =>
        readdirSync(path.join(root, name), { recursive: true, encoding: "utf8" }).map(
          (file) => `${name}/${file}`,
        ),
      )
      .filter((file) => /(?<!\.generated)\.(ts|tsx|mjs)$/.test(file));
    const named = sources.flatMap((file) =>
      [...read(file).matchAll(/docs\/decisions\/([\w-]+\.md)/g)].map(([, record = ""]) => record),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((record) => !records.includes(record))).toEqual([]);
  });

  test("every number is used once", () => {
    const numbers = records.map((file) => file.slice(0, 4));
    expect(numbers).toEqual([...new Set(numbers)]);
  });
});
