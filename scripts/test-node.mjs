// `npm run test:node -- 26`: runs the tests of `unit` and `servers` on another version of Node, whose
// program comes from the npm registry. `--only unit` runs one part.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { arch, platform } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "./test/run-node.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string", multiple: true, default: ["unit", "servers"] } },
});
const [version = ""] = positionals;
if (positionals.length !== 1 || !/^\d+(\.\d+){0,2}$/.test(version)) {
  console.error("Usage: npm run test:node -- <version, such as 26> [--only unit|servers]");
  process.exit(2);
}

const name = `node-${platform()}-${arch()}`;
const folder = join(root, ".cache", `node-${version}`);
const program = join(folder, "node_modules", name, "bin/node");
const inherit = { cwd: root, stdio: "inherit" };

if (!existsSync(program)) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), "{}");
  const flags = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts"];
  spawnSync("npm", ["install", ...flags, "--prefix", folder, `${name}@${version}`], inherit);
}
if (!existsSync(program)) {
  console.error(
    `The npm registry has no ${name}@${version}. Install Node ${version} yourself, put it first in PATH, and run npm test.`,
  );
  process.exit(1);
}
spawnSync(program, ["-p", '"Testing on Node " + process.version'], inherit);
const only = values.only.flatMap((part) => ["--only", part]);
const { status } = spawnSync(program, ["scripts/test.mjs", ...only], {
  ...inherit,
  env: { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH}` },
});
process.exitCode = status ?? 1;
