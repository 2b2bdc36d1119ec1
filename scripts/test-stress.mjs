// `npm run test:stress -- --runs 5`: runs all tests several times in a row on fresh databases, beside
// two processes that keep two cores busy, and prints a line per run. `--only vitest` or
// `--only playwright` runs one runner.
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { ensureChromium } from "./chromium.mjs";
import { derive } from "./derive.mjs";
import { ensureBuilt } from "./ensure-built.mjs";
import { runTests } from "./test/run-tests.mjs";
import { runners } from "./test/runners.mjs";

const { values } = parseArgs({
  options: { runs: { type: "string", default: "2" }, only: { type: "string" } },
});
const runs = Number(values.runs);
const chosen = runners.filter(({ name }) => values.only === undefined || values.only === name);
if (!Number.isInteger(runs) || runs < 1 || chosen.length === 0) {
  console.error("Usage: npm run test:stress -- [--runs <number>] [--only vitest|playwright]");
  process.exit(2);
}

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
    const { passed, failed, skipped, failures, isStopped } = await runTests(chosen, []);
    const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
    lines.push(
      `run ${run}: ${passed} passed, ${failed} failed, ${skipped} skipped, ${minutes} min`,
    );
    for (const [file, ...names] of failures) lines.push(`  ${file}: ${names.join("; ")}`);
    isGreen &&= failed === 0 && passed > 0 && !isStopped;
    console.log(lines.join("\n"));
    if (isStopped) break;
  }
} finally {
  for (const process of loops) process.kill();
}
process.exitCode = isGreen ? 0 : 1;
