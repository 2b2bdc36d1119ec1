import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runNode, watchForStop } from "./run-node.mjs";

const isStopped = watchForStop();

async function runOne({ name, command, environment, count, failures }, folder, filters) {
  const report = path.join(folder, `${name}.json`);
  const code = await runNode(command(report, filters), environment(report));
  let result;
  try {
    const results = JSON.parse(readFileSync(report, "utf8"));
    result = { ...count(results), failures: failures(results) };
  } catch (error) {
    const failure = [name, `wrote no report: ${error.message}`];
    result = { passed: 0, failed: 1, skipped: 0, failures: [failure] };
  }
  // Only the exit code shows an error outside of a test, such as an unhandled rejection.
  return code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result;
}

/**
 * Runs the test runners one after the other. Side by side they take as long on two cores.
 * After Ctrl-C or SIGTERM, no other runner starts.
 * @returns the sums of passed, failed and skipped tests, and the failed ones by file
 */
export async function runTests(runners, filters) {
  const folder = mkdtempSync(path.join(tmpdir(), "keystead-report-"));
  try {
    const results = [];
    for (const runner of runners)
      if (!isStopped()) results.push(await runOne(runner, folder, filters));
    const sum = (kind) => results.reduce((total, result) => total + result[kind], 0);
    return {
      passed: sum("passed"),
      failed: sum("failed"),
      skipped: sum("skipped"),
      failures: results.flatMap(({ failures }) => failures),
      isStopped: isStopped(),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
