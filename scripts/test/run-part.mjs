import { runNode } from "./run-node.mjs";

const indent = (text) => text.replace(/^/gm, "    ");

/**
 * Runs a part of the tests. Prints each failure at once, and after each twentieth of the part how far
 * it is.
 * @param {import("./run-part.d.mts").Part} part
 * @param {string[]} filters
 */
export async function runPart({ name, counts, command }, filters) {
  const result = { name, passed: 0, skipped: 0, failures: [], retried: [], seconds: 0 };
  let total = 0;
  let done = 0;
  let twentieths = 0;
  const state = () => `${name}: ${done} of ${total} ${counts}, ${result.failures.length} failed`;
  const fail = (file, text) => {
    result.failures.push([file, text.split("\n", 1)[0]]);
    console.log(`${name}: failed in ${file}\n${indent(text)}`);
  };

  function onMessage(event) {
    if (event.type === "begin") {
      total = event.total;
      return;
    }
    if (event.type === "retry") {
      console.log(`${name}: retries, failed in ${event.file}\n${indent(event.text)}`);
      return;
    }
    done += 1;
    result.passed += event.passed;
    result.skipped += event.skipped;
    for (const text of event.failures) fail(event.file, text);
    for (const test of event.retried) result.retried.push([event.file, test]);
    const reached = Math.floor((20 * done) / total);
    if (reached > twentieths && done <= total) console.log(state());
    twentieths = reached;
  }

  const startedAt = performance.now();
  const code = await runNode(command(filters), onMessage);
  result.seconds = (performance.now() - startedAt) / 1000;
  if (code !== 0 && result.failures.length === 0) fail(name, `its program ended with ${code}`);
  return result;
}
