// `npm test`: runs every test runner and prints the total on the last line. `npm test -- <filter>`
// passes the filter to each runner.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { derive } from "./derive.mjs";
import { ensureBuilt } from "./ensure-built.mjs";

const root = path.resolve(import.meta.dirname, "..");

/** Each runner: a command that writes a JSON report, and a function that counts its results. */
const runners = [
  {
    name: "vitest",
    command: (report, filters) => [
      ...["node_modules/vitest/vitest.mjs", "run", "--passWithNoTests"],
      ...["--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...filters],
    ],
    count: countVitest,
    failures: ({ testResults }) =>
      testResults
        .filter(({ status }) => status === "failed")
        .map(({ name, message, assertionResults }) => {
          const failed = assertionResults.filter((test) => test.status === "failed");
          const lines = failed.map(
            (test) => `${test.fullName}: ${firstLine(test.failureMessages[0])}`,
          );
          return [path.relative(root, name), ...(failed.length > 0 ? lines : [firstLine(message)])];
        }),
  },
  {
    name: "playwright",
    command: (_report, filters) => [
      "node_modules/@playwright/test/cli.js",
      "test",
      "--pass-with-no-tests",
      "--reporter=list,json",
      ...filters,
    ],
    environment: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    count: ({ stats, errors }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + errors.length,
      skipped: stats.skipped,
    }),
    failures: ({ suites, errors }) => [
      ...suites
        .map((suite) => [suite.file, ...failedSpecs(suite)])
        .filter(({ length }) => length > 1),
      ...errors.map((error) => ["outside of a test", firstLine(error.message)]),
    ],
  },
];

function countVitest({
  numPassedTests,
  numFailedTests,
  numPendingTests,
  numTodoTests,
  testResults,
}) {
  // A file fails without a failed test when it does not load or a hook throws.
  const failedWithoutTest = ({ status, assertionResults }) =>
    status === "failed" && assertionResults.every((test) => test.status !== "failed");
  return {
    passed: numPassedTests,
    failed: numFailedTests + testResults.filter(failedWithoutTest).length,
    skipped: numPendingTests + numTodoTests,
  };
}

const firstLine = (message = "") => message.split("\n", 1)[0];

const failedSpecs = ({ specs = [], suites = [] }) => [
  ...specs
    .filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === "flaky"))
    .map(({ title }) => title),
  ...suites.flatMap(failedSpecs),
];

function run(args, environment = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, ...environment },
    });
    const stop = () => child.kill("SIGTERM");
    process.once("SIGTERM", stop);
    child.once("error", reject);
    child.once("exit", (code) => {
      process.off("SIGTERM", stop);
      resolve(code ?? 1);
    });
  });
}

async function runAndCount(runner, folder, filters) {
  const { name, command, environment, count } = runner;
  const report = path.join(folder, `${name}.json`);
  const code = await run(command(report, filters), environment?.(report));
  let counted = { passed: 0, failed: 0, skipped: 0 };
  try {
    const results = JSON.parse(readFileSync(report, "utf8"));
    counted = count(results);
    failures.push(...runner.failures(results));
  } catch (error) {
    console.error(`${name} wrote no report: ${error.message}`);
  }
  // Only the exit code shows an error outside of a test, such as an unhandled rejection.
  return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
}

// The terminal sends Ctrl-C to the runner as well. Wait until the runner stops, then clean up.
process.on("SIGINT", () => {});

const folder = mkdtempSync(path.join(tmpdir(), "keystead-report-"));
const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
let finished = false;

// Print the total on exit, because a failing build ends the process. Name the failed tests just
// before it: their messages are thousands of lines further up.
process.on("exit", () => {
  rmSync(folder, { recursive: true, force: true });
  if (!finished) total.failed += 1;
  for (const [file, ...lines] of failures)
    console.log(`Failed in ${file}\n  ${lines.join("\n  ")}`);
  if (total.skipped > 0) console.log(`${total.skipped} skipped`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
});

await derive();
if ((await run(["scripts/generate-routes.mjs"])) !== 0) process.exit(1);
ensureBuilt();
ensureChromium();
for (const runner of runners) {
  const counted = await runAndCount(runner, folder, process.argv.slice(2));
  for (const kind of Object.keys(total)) total[kind] += counted[kind];
}
finished = true;
