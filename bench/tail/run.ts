// `npm run bench -- --only tail`: the latency of sign-ins at a fixed rate; see bench/README.md.
import { startFlooder } from "@/bench/fairness/start-flood";
import { createSend, measure } from "@/bench/load";
import { signIn } from "@/bench/phases";
import type { Person } from "@/bench/population";
import { watchStolenTime } from "@/bench/stolen-time";
import type { Installation } from "@/bench/targets/installation";
import type { Started } from "@/bench/targets/target";
import { scheduleArrivals } from "./arrivals";
import { addExportingTenant } from "./exporting-tenant";
import { runOpenLoop } from "./open-loop";
import { type TailFigures, tailFigures, type TailRound, tailTable } from "./report";

const shareOfPeak = 0.7;
/** Where a server peaks depends on how much it batches. */
const peakConnections = [32, 128];
const warmUpMs = 2_000;
/** More than a server's open requests while it keeps up, so that no task waits in the generator. */
const maxSockets = 900;

export interface TailRun {
  keystead: Started;
  floor: Started;
  /** Keystead's. */
  installation: Installation;
  people: Person[];
  isQuick: boolean;
  rounds: number;
}

export interface TailResult {
  place: string;
  table: string;
  figures: Record<string, TailFigures>;
}

/** Measures the throughput of whole sign-ins in a closed loop. @returns the highest */
async function measurePeak(started: Started, people: Person[], count: number): Promise<number> {
  const crowd = (length: number) =>
    Array.from({ length }, (_, index) => people[index % people.length] as Person);
  let peak = 0;
  for (const connections of peakConnections) {
    const send = createSend(started.target.port, connections);
    const load = { connections, cpuSeconds: started.target.cpuSeconds };
    const run = (person: Person) => signIn(started, send, person);
    await measure(crowd(Math.ceil(count / 3)), load, run);
    const { figures } = await measure(crowd(count), load, run);
    send.close();
    peak = Math.max(peak, figures.perSecond);
  }
  return peak;
}

/** Signs users in at the scheduled times. */
async function measureRound(
  started: Started,
  people: Person[],
  dueMs: number[],
): Promise<TailRound> {
  const send = createSend(started.target.port, maxSockets);
  const stolenShare = watchStolenTime();
  const times = await runOpenLoop(
    dueMs,
    (index) => signIn(started, send, people[index % people.length] as Person),
    { warmUpMs },
  );
  send.close();
  return { ...times, stolenShare: stolenShare() };
}

/**
 * Measures sign-ins at 70 % of Keystead's peak: on the floor, on Keystead, and on Keystead while
 * another tenancy exports its vault in a loop. Each round has its own schedule, which all three
 * share.
 */
export async function runTail({
  keystead,
  floor,
  installation,
  people,
  isQuick,
  rounds,
}: TailRun): Promise<TailResult> {
  const passkeys = isQuick ? 2_000 : 20_000;
  const exporter = await addExportingTenant(installation, passkeys);
  const flooder = startFlooder();
  try {
    const count = isQuick ? 1_000 : 3_000;
    const peak = await measurePeak(keystead, people, count);
    const floorPeak = await measurePeak(floor, people, count);
    const perSecond = shareOfPeak * peak;
    const seconds = warmUpMs / 1_000 + (isQuick ? 5 : 15);
    const measured: Record<"floor" | "quiet" | "exporting", TailRound[]> = {
      floor: [],
      quiet: [],
      exporting: [],
    };
    let exports = 0;
    for (let round = 1; round <= rounds; round++) {
      const dueMs = scheduleArrivals({ perSecond, seconds, seed: round });
      measured.floor.push(await measureRound(floor, people, dueMs));
      measured.quiet.push(await measureRound(keystead, people, dueMs));
      const end = await flooder.begin({
        name: "export",
        tenant: exporter,
        port: keystead.target.port,
        connections: 1,
      });
      measured.exporting.push(await measureRound(keystead, people, dueMs));
      const { 200: complete = 0, ...failures } = await end();
      if (Object.keys(failures).length > 0)
        process.stderr.write(`exports failed: ${JSON.stringify(failures)}\n`);
      exports += complete;
      const [failure] = Object.values(measured).flatMap((all) => all.at(-1)?.failures ?? []);
      if (failure !== undefined) process.stderr.write(`a sign-in failed: ${failure}\n`);
      const p99s = Object.entries(measured).map(
        ([name, all]) => `${name} ${tailFigures(all.slice(-1)).p99Ms.toFixed(1)} ms`,
      );
      process.stderr.write(`tail, round ${round} of ${rounds}: p99 ${p99s.join(", ")}\n`);
    }
    return {
      place:
        `${perSecond.toFixed(0)} sign-ins/s with exponential gaps, ` +
        `70 % of Keystead's peak of ${peak.toFixed(0)} (the floor's is ${floorPeak.toFixed(0)}) ` +
        `at ${peakConnections.join(" or ")} connections · ${rounds} rounds of ${seconds - warmUpMs / 1_000} s · ` +
        `${exports} exports of ${passkeys} passkeys`,
      table: tailTable(measured),
      figures: Object.fromEntries(
        Object.entries(measured).map(([name, all]) => [name, tailFigures(all)]),
      ),
    };
  } finally {
    flooder.stop();
  }
}
