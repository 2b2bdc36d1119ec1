// `npm run test:stress -- --runs 5`: runs all tests several times in a row on fresh databases, beside
// two processes that keep two cores busy, and prints a line per run. A journey that passed only on retry
// fails it. `--only unit`, `--only servers` or `--only journeys` runs one part.
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { ensureChromium } from "./chromium.mjs";
import { derive } from "./derive.mjs";
import { ensureBuilt } from "./ensure-built.mjs";
import { partNames, stagesOf } from "./test/parts.mjs";
import { runTests } from "./test/run-tests.mjs";

const { values } = parseArgs({
  options: { runs: { type: "string", default: "2" }, only: { type: "string", multiple: true } },
});
const runs = Number(values.runs);
const { only = partNames } = values;
if (!Number.isInteger(runs) || runs < 1 || !only.every((name) => partNames.includes(name))) {
  console.error(`Usage: npm run test:stress -- [--runs <number>] [--only ${partNames.join("|")}]`);
  process.exit(2);
}

const stages = stagesOf(only);
await derive();
ensureBuilt();
ensureChromium();

// Each loop ends with this process, even if it is killed: its standard input closes.
const loop =
  "process.stdin.on('end', () => process.exit()).resume(); setInterval(() => { const end = performance.now() + 50; while (performance.now() < end); }, 0);";
const loops = [0, 1].map((core) => {
  const pinned = process.platform === "linux" ? ["taskset", "--cpu-list", String(core)] : [];
  const [command, ...args] = [...pinned, process.execPath, "-e", loop];
  return spawn(command, args, { stdio: ["pipe", "ignore", "ignore"] });
});
const lines = [];
let isGreen = true;
try {
  for (let run = 1; run <= runs; run++) {
    const startedAt = performance.now();
    const { passed, failed, skipped, retried, isPassed, isStopped } = await runTests(stages);
    const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
    lines.push(
      `run ${run}: ${passed} passed, ${failed} failed, ${retried} passed on retry, ${skipped} skipped, ${minutes} min`,
    );
    isGreen &&= isPassed && retried === 0;
    console.log(lines.join("\n"));
    if (isStopped) break;
  }
} finally {
  for (const process of loops) process.kill();
}
process.exitCode = isGreen ? 0 : 1;
