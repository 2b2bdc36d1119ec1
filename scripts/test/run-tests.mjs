import { watchForStop } from "./run-node.mjs";
import { runPart } from "./run-part.mjs";

const isStopped = watchForStop();

const minutes = (seconds) => `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;

/**
 * Runs the tests, and prints how long each part took and what failed. After Ctrl-C or SIGTERM, no
 * other part starts.
 * @param {import("./run-part.d.mts").Part[][]} stages the parts that run at once, in turn
 * @param {string[]} [filters]
 * @returns the counts, and whether the run passed: no test failed, at least one passed, and nothing
 *   stopped it
 */
export async function runTests(stages, filters = []) {
  const results = [];
  for (const stage of stages) {
    if (isStopped()) break;
    results.push(...(await Promise.all(stage.map((part) => runPart(part, filters)))));
  }
  for (const { name, seconds, passed, failures } of results)
    console.log(`${name}: ${passed} passed, ${failures.length} failed in ${minutes(seconds)}`);
  const failures = results.flatMap(({ failures }) => failures);
  for (const [file, line] of failures) console.log(`Failed in ${file}\n  ${line}`);
  const retried = results.flatMap(({ retried }) => retried);
  if (retried.length > 0)
    console.log(
      `${retried.length} passed on retry: ${retried.map((names) => names.join(" › ")).join("; ")}`,
    );
  const sum = (kind) => results.reduce((total, result) => total + result[kind], 0);
  const passed = sum("passed");
  return {
    passed,
    failed: failures.length,
    skipped: sum("skipped"),
    retried: retried.length,
    isPassed: failures.length === 0 && passed > 0 && !isStopped(),
    isStopped: isStopped(),
  };
}
