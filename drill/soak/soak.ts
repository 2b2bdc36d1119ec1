import { setTimeout as pause } from "node:timers/promises";
import { residentMegabytes } from "@/bench/footprint/resident-memory";
import { markdownTable } from "@/bench/markdown-table";
import { createClient } from "@/drill/client";
import { startDrillDatabase } from "@/drill/database";
import type { Instance } from "@/drill/instance";
import { createJournal } from "@/drill/journal";
import { type Load, startLoad } from "@/drill/load/load";
import { runMixed } from "@/drill/load/mix";
import { readVault } from "@/drill/load/read-vault";
import { figureTable, requestTable, write, writeChecks } from "@/drill/report";
import { withSystem } from "@/drill/system";
import { growthOf, judgeSoak } from "./judge";
import { type Sample, takeSample } from "./sample";

const flowsPerSecond = 6;
const minuteMs = 60_000;
/** By then caches and pools are full, and the code is compiled. */
const firstMinute = 5;

const sampleTable = (samples: Sample[]) =>
  markdownTable(
    ["minute", "RSS MB", "heap used MB", "event loop p99 ms"],
    samples.map((each) => [
      String(each.minute),
      ...[each.residentMegabytes, each.heapMegabytes, each.loopP99Ms].map((value) =>
        value.toFixed(0),
      ),
    ]),
  );

/** Takes a sample every minute. */
async function watch(instance: Instance, minutes: number): Promise<Sample[]> {
  const startedAt = performance.now();
  const samples: Sample[] = [];
  for (let minute = 1; minute <= minutes; minute++) {
    await pause(startedAt + minute * minuteMs - performance.now());
    samples.push(await takeSample(instance, minute));
  }
  return samples;
}

/**
 * Runs one instance under a steady mixed load, and compares its memory after five minutes, or after
 * the first one of a short soak, with the end.
 */
export async function runSoak(minutes: number): Promise<boolean> {
  let hasPassed = false;
  await withSystem(1, startDrillDatabase, async ({ installation, instances, mailServer }) => {
    const [instance] = instances;
    if (instance === undefined) throw new Error("there is no instance");
    const journal = createJournal();
    const client = createClient(instances, (sent) => void journal.sent.push(sent));
    const load: Load = { ...installation, send: client.send, journal, people: [] };
    write(`One instance, ${flowsPerSecond} flows a second, ${minutes} minutes`);
    await readVault(load);
    await pause(minuteMs);
    const idle = residentMegabytes(instance.pid());
    const running = startLoad(flowsPerSecond, () => runMixed(load));
    const samples = await watch(instance, minutes);
    await running.stop();
    client.close();
    const first = samples.find(({ minute }) => minute === firstMinute) ?? samples[0];
    const last = samples.at(-1);
    if (first === undefined || last === undefined) throw new Error("there is no sample");
    write(sampleTable(samples));
    write(requestTable(journal));
    write(
      figureTable([
        ["RSS idle, a minute after the start", `${idle.toFixed(0)} MB`],
        [`RSS at minute ${first.minute}`, `${first.residentMegabytes.toFixed(0)} MB`],
        [`RSS at minute ${last.minute}`, `${last.residentMegabytes.toFixed(0)} MB`],
        ["growth", `${(growthOf(first, last) * 100).toFixed(1)} %`],
        [
          "event loop p99, highest minute",
          `${Math.max(...samples.map(({ loopP99Ms }) => loopP99Ms)).toFixed(0)} ms`,
        ],
        ["requests a second", (journal.sent.length / (minutes * 60)).toFixed(0)],
        ["emails delivered", mailServer.received.size],
      ]),
    );
    hasPassed = writeChecks(judgeSoak(idle, [first, last], journal));
  });
  return hasPassed;
}
