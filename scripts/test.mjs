// `npm test`: runs all tests and prints the total on the last line. `npm test -- <filter>` passes the
// filter to each part, `--only <part>` runs only that one, and `--max-retried <number>` fails if more
// journeys than that passed only when they ran again.
import { parseArgs } from "node:util";
import { ensureChromium } from "./chromium.mjs";
import { derive } from "./derive.mjs";
import { ensureBuilt } from "./ensure-built.mjs";
import { partNames, stagesOf } from "./test/parts.mjs";
import { runNode } from "./test/run-node.mjs";
import { runTests } from "./test/run-tests.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", multiple: true },
    "max-retried": { type: "string", default: "Infinity" },
  },
});

await derive();
if ((await runNode(["scripts/generate-routes.mjs"])) !== 0) process.exit(1);
ensureBuilt();
const { only = partNames } = values;
if (only.includes("journeys")) ensureChromium();
const { passed, failed, skipped, retried, isPassed } = await runTests(stagesOf(only), positionals);
if (skipped > 0) console.log(`${skipped} skipped`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = isPassed && retried <= Number(values["max-retried"]) ? 0 : 1;
