// `npm run test:release`: what a release must pass, and no change to a page or a rule can break. It
// packs and installs Keystead and the browser library, follows docs/recipes, and
// runs the proofs whose programs are installed. `npm run test:release -- --require-all` fails without
// them. Prints the total on the last line.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { parseArgs } from "node:util";
import { derive } from "./derive.mjs";
import { ensureBuilt } from "./ensure-built.mjs";
import { release } from "./test/parts.mjs";
import { root, runNode } from "./test/run-node.mjs";
import { runTests } from "./test/run-tests.mjs";

const isRoot = process.getuid?.() === 0;
const isInstalled = (program) =>
  (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));

/** `programs` has the Debian package of each program or file. */
const proofs = [
  {
    name: "proof:container",
    programs: {
      buildah: "buildah",
      mmdebstrap: "mmdebstrap",
      "docker-compose": "docker-compose",
      "/usr/lib/postgresql/15/bin/postgres": "postgresql-15",
    },
    needsRoot: true,
  },
  {
    name: "proof:proxies",
    programs: { caddy: "caddy", nginx: "nginx", haproxy: "haproxy", openssl: "openssl" },
    needsRoot: false,
  },
];

/** Says what a proof lacks here, such as `Debian's packages caddy and nginx`. */
function describeLack({ programs, needsRoot }) {
  const packages = Object.entries(programs)
    .filter(([program]) => !(program.startsWith("/") ? existsSync(program) : isInstalled(program)))
    .map(([, name]) => name);
  const lacks = [
    ...(needsRoot && !isRoot ? ["root"] : []),
    ...(packages.length > 0 ? [`Debian's ${packages.join(", ")}`] : []),
  ];
  return lacks.length > 0 ? lacks.join(" and ") : undefined;
}

/** Runs a proof, and reads the counts from its last line. */
function runProof({ name }) {
  return new Promise((resolve, reject) => {
    const child = spawn("npm", ["run", "--silent", name], {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk.toString();
      process.stdout.write(chunk);
    });
    child.once("error", reject);
    child.once("close", (code) => {
      const [, passed = "0", failed = "0"] =
        [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1) ?? [];
      resolve({
        passed: Number(passed),
        failed: code !== 0 && failed === "0" ? 1 : Number(failed),
      });
    });
  });
}

const { values } = parseArgs({ options: { "require-all": { type: "boolean", default: false } } });
await derive();
if ((await runNode(["scripts/generate-routes.mjs"])) !== 0) process.exit(1);
ensureBuilt();

const { passed, failed, isStopped } = await runTests([[release]]);
const total = { passed, failed };
const notRun = [];
for (const proof of proofs) {
  if (isStopped) break;
  const lack = describeLack(proof);
  if (lack !== undefined) {
    notRun.push(`Not run: npm run ${proof.name} needs ${lack}`);
    continue;
  }
  const { passed, failed } = await runProof(proof);
  total.passed += passed;
  total.failed += failed;
}
if (values["require-all"]) total.failed += notRun.length;

for (const line of notRun) console.log(line);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 || isStopped ? 1 : 0;
