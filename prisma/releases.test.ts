import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const Phases = z.record(
  z.string(),
  z.union([z.literal("expand"), z.strictObject({ contracts: z.string() })]),
);
const Releases = z.strictObject({
  unreleased: Phases,
  releases: z.array(
    z.strictObject({
      version: z.string(),
      commit: z.string().regex(/^[0-9a-f]{40}$/),
      migrations: Phases,
    }),
  ),
});
type Releases = z.infer<typeof Releases>;

/** SQL after which a release that was written before it may fail. */
const breaking =
  /\bDROP\s+(TABLE|COLUMN|TYPE|FUNCTION|VIEW|SCHEMA)\b|\bRENAME\b|\bSET\s+NOT\s+NULL\b|\bTYPE\s+\S+(\s+USING\b|\s*[,;])|\bADD\s+COLUMN\s+(?![^,;]*\bDEFAULT\b)[^,;]*\bNOT\s+NULL\b/i;
const withoutComments = (sql: string) => sql.replace(/--.*$/gm, "");

/**
 * Returns what is wrong with the list of releases: it must have every migration once, each contract
 * must name an expand of an earlier release, and an expand must not remove what older code uses.
 */
function findFaults(
  { unreleased, releases }: Releases,
  sqlOf: Record<string, string>,
  changelog: string,
): string[] {
  const faults: string[] = [];
  const oldestFirst = [...releases].reverse();
  const groups = [...oldestFirst.map(({ migrations }) => migrations), unreleased];
  const listed = groups.flatMap(Object.keys);
  for (const name of Object.keys(sqlOf))
    if (listed.filter((each) => each === name).length !== 1)
      faults.push(
        `${name} must be in one release of prisma/migrations/releases.json, or unreleased`,
      );
  for (const name of listed) if (!(name in sqlOf)) faults.push(`${name} has no folder`);
  const dated = [...changelog.matchAll(/^## \[(\d\S*)\] - /gm)].map(([, version]) => version);
  const versions = releases.map(({ version }) => version);
  if (dated.join() !== versions.join())
    faults.push(`CHANGELOG.md has the releases ${dated.join()}, and the list ${versions.join()}`);
  groups.forEach((group, index) => {
    const earlier = groups.slice(0, index);
    for (const [name, phase] of Object.entries(group)) {
      if (phase === "expand") {
        // The first release had no earlier one that could run on its schema.
        if (index > 0 && breaking.test(withoutComments(sqlOf[name] ?? "")))
          faults.push(`${name} removes or restricts something, so it is no expand`);
      } else if (!earlier.some((migrations) => migrations[phase.contracts] === "expand"))
        faults.push(
          `${name} contracts ${phase.contracts}, which is no expand of an earlier release`,
        );
    }
  });
  return faults;
}

const folder = "prisma/migrations";
const migrations = Object.fromEntries(
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => [name, readFileSync(`${folder}/${name}/migration.sql`, "utf8")]),
);

test("every migration is an expand, or the contract of an earlier release's expand", () => {
  const releases = Releases.parse(
    JSON.parse(readFileSync("prisma/migrations/releases.json", "utf8")),
  );
  expect(findFaults(releases, migrations, readFileSync("CHANGELOG.md", "utf8"))).toEqual([]);
});

describe("the rule refuses", () => {
  const commit = "0".repeat(40);
  const list = (unreleased: Releases["unreleased"]): Releases => ({
    unreleased,
    releases: [
      { version: "0.2.0", commit, migrations: { "2_expand": "expand" } },
      { version: "0.1.0", commit, migrations: { "1_first": "expand" } },
    ],
  });
  const sql = {
    "1_first": 'CREATE TABLE "A" ("a" TEXT NOT NULL)',
    "2_expand": 'ALTER TABLE "A" ADD COLUMN "b" TEXT NOT NULL DEFAULT \'\'',
  };
  const changelog = "## [Unreleased]\n## [0.2.0] - 2027-02-01\n## [0.1.0] - 2027-01-01\n";
  const check = (unreleased: Releases["unreleased"], added: Record<string, string>) =>
    findFaults(list(unreleased), { ...sql, ...added }, changelog);
  const drop = { "3_drop": 'ALTER TABLE "A" DROP COLUMN "a"' };

  test("nothing of a contract whose expand is released", () => {
    expect(check({ "3_drop": { contracts: "2_expand" } }, drop)).toEqual([]);
  });

  test.each([
    ["3_drop", { "3_drop": { contracts: "2b_expand" }, "2b_expand": "expand" } as const],
    ["3_drop", { "3_drop": { contracts: "3_drop" } } as const],
    ["3_drop", { "3_drop": { contracts: "0_unknown" } } as const],
  ])("the contract %s of %j", (name, unreleased) => {
    const added = "2b_expand" in unreleased ? { ...drop, "2b_expand": "SELECT 1" } : drop;
    expect(check(unreleased, added)).toEqual([expect.stringMatching(`^${name} contracts`)]);
  });

  test.each([
    'ALTER TABLE "A" DROP COLUMN "a"',
    'DROP TABLE "A"',
    'ALTER TABLE "A" RENAME COLUMN "a" TO "b"',
    'ALTER TABLE "A"\n  ALTER COLUMN "a" SET NOT NULL',
    'ALTER TABLE "A" ALTER COLUMN "a" TYPE INTEGER USING 1',
    'ALTER TABLE "A" ALTER COLUMN "a" SET DATA TYPE INTEGER;',
    'ALTER TABLE "A" ADD COLUMN "b" TEXT NOT NULL, ADD COLUMN "c" TEXT DEFAULT \'\'',
    "DROP FUNCTION f",
  ])("an expand with %s", (text) => {
    expect(check({ "3_drop": "expand" }, { "3_drop": text })).toEqual([
      "3_drop removes or restricts something, so it is no expand",
    ]);
  });

  test("a migration without a phase, one without a folder, and a release without a heading", () => {
    expect(check({}, drop)).toEqual([expect.stringMatching(/^3_drop must be in one release/)]);
    expect(check({ "4_lost": "expand" }, {})).toEqual(["4_lost has no folder"]);
    expect(findFaults(list({}), sql, "## [0.3.0] - 2027-03-01\n")).toEqual([
      "CHANGELOG.md has the releases 0.3.0, and the list 0.2.0,0.1.0",
    ]);
  });
});
