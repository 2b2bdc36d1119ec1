import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { engines } from "@/package.json";

const folder = mkdtempSync(join(tmpdir(), "keystead-node-"));
afterAll(() => rmSync(folder, { recursive: true }));

const required = engines.node.replace(">=", "");
const [major = 0, minor = 0] = required.split(".").map(Number);
const programs = ["derive", "start", "keystead", "package/program"];

/** Runs a program under this Node, which says that it is another one. */
function runAs(version: string, program: string) {
  const disguise = join(folder, `${version}.cjs`);
  const versions = `{ ...process.versions, node: ${JSON.stringify(version)} }`;
  writeFileSync(disguise, `Object.defineProperty(process, "versions", { value: ${versions} });`);
  return spawnSync(
    process.execPath,
    ["--require", disguise, `scripts/${program}.mjs`, "--version"],
    { encoding: "utf8" },
  );
}

test.each(
  programs.flatMap((program) => [
    [program, `${major}.${minor - 1}.9`],
    [program, `${major - 2}.99.0`],
  ]),
)("%s says in one sentence that Node %s is too old", (program, version) => {
  const { status, stdout, stderr } = runAs(version, program);
  expect({ status, stdout, stderr }).toEqual({
    status: 4,
    stdout: "",
    stderr: `keystead: Keystead needs Node ${required} or later, and this is Node ${version}.\n`,
  });
});

test.each([`${required}.0`, `${major + 4}.0.0`])("Node %s is new enough", (version) => {
  expect(runAs(version, "keystead").stderr).not.toContain("needs Node");
});
