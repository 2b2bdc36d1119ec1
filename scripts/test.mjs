// `npm test`: every runner, one last line that adds them up. `npm test -- <filter>` passes the filter on.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureBuilt } from "./ensure-built.mjs";
import { generatePrismaClient } from "./prisma-generate.mjs";

const root = path.resolve(import.meta.dirname, "..");

/** A further runner is a further entry: a command that writes a JSON report, and how to count that report. */
const runners = [
  {
    name: "vitest",
    command: (report, filters) => ["node_modules/vitest/vitest.mjs", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...filters],
    count: countVitest,
  },
];

function countVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  // A file that does not load, or whose hook fails, is red without a single failed test in it.
  const redWithoutFailedTest = ({ status, assertionResults }) => status === "failed" && assertionResults.every((test) => test.status !== "failed");
  return {
    passed: numPassedTests,
    failed: numFailedTests + testResults.filter(redWithoutFailedTest).length,
    skipped: numPendingTests + numTodoTests,
  };
}

function run(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit" });
    const stop = () => child.kill("SIGTERM");
    process.once("SIGTERM", stop);
    child.once("error", reject);
    child.once("exit", (code) => {
      process.off("SIGTERM", stop);
      resolve(code ?? 1);
    });
  });
}

async function runAndCount({ name, command, count }, folder, filters) {
  const report = path.join(folder, `${name}.json`);
  const code = await run(command(report, filters));
  let counted = { passed: 0, failed: 0, skipped: 0 };
  try {
    counted = count(JSON.parse(readFileSync(report, "utf8")));
  } catch (error) {
    console.error(`${name} left no report: ${error.message}`);
  }
  // An error outside of every test, such as an unhandled rejection, shows in the exit code alone.
  return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
}

// The terminal sends Ctrl-C to the runner as well; stay until it has stopped, to clean up after it.
process.on("SIGINT", () => {});

const folder = mkdtempSync(path.join(tmpdir(), "keystead-report-"));
const total = { passed: 0, failed: 0, skipped: 0 };
let finished = false;

// On exit, because a failing build ends the process.
process.on("exit", () => {
  rmSync(folder, { recursive: true, force: true });
  if (!finished) total.failed += 1;
  if (total.skipped > 0) console.log(`${total.skipped} skipped`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
});

generatePrismaClient();
if ((await run(["scripts/generate-routes.mjs"])) !== 0) process.exit(1);
ensureBuilt();
for (const runner of runners) {
  const counted = await runAndCount(runner, folder, process.argv.slice(2));
  for (const kind of Object.keys(total)) total[kind] += counted[kind];
}
finished = true;
