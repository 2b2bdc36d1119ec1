// `npm test`: runs all tests and prints the total on the last line. `npm test -- <filter>` passes the
// filter to each runner.
import { ensureChromium } from "./chromium.mjs";
import { derive } from "./derive.mjs";
import { ensureBuilt } from "./ensure-built.mjs";
import { runNode } from "./test/run-node.mjs";
import { runTests } from "./test/run-tests.mjs";
import { runners } from "./test/runners.mjs";

await derive();
if ((await runNode(["scripts/generate-routes.mjs"])) !== 0) process.exit(1);
ensureBuilt();
ensureChromium();
const { passed, failed, skipped, failures, isStopped } = await runTests(
  runners,
  process.argv.slice(2),
);

// The messages of failed tests are thousands of lines further up.
for (const [file, ...lines] of failures) console.log(`Failed in ${file}\n  ${lines.join("\n  ")}`);
if (skipped > 0) console.log(`${skipped} skipped`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 || isStopped ? 1 : 0;
