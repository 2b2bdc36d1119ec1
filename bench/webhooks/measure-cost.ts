import { setTimeout as pause } from "node:timers/promises";
import type { Figures } from "@/bench/load";
import { runPhases } from "@/bench/phases";
import type { Person } from "@/bench/population";
import type { Started } from "@/bench/targets/target";
import { type CostFigures, costOf, type Pair } from "./report";

/** Longer than sealing and numbering take, so that a round's events cost only that round. */
const settleMs = 2_500;

export interface CostRun {
  keystead: Started;
  people: Person[];
  connections: number;
  /** Pairs of rounds. */
  rounds: number;
  /** Sign-ins of a round. */
  requests: number;
  enable: (isEnabled: boolean) => Promise<void>;
  /** @returns what stops the follower */
  follow: () => Promise<() => Promise<unknown>>;
}

/** Measures whole sign-ins without and with webhooks and a follower, in pairs. */
export async function measureCost(run: CostRun): Promise<CostFigures> {
  const { keystead, people, connections, rounds, requests, enable, follow } = run;
  const signIns = async (count: number): Promise<Figures> => {
    const figures = await runPhases({ ...keystead, people, requests: count, connections }, [
      "wholeSignIns",
    ]);
    if (figures.signIn === undefined) throw new Error("no sign-in was measured");
    await pause(settleMs);
    return figures.signIn;
  };
  const measureOne = async (isWith: boolean): Promise<Figures> => {
    await enable(isWith);
    if (!isWith) return signIns(requests);
    const stop = await follow();
    try {
      return await signIns(requests);
    } finally {
      await stop();
    }
  };
  await measureOne(false);
  await measureOne(true);
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round++) {
    // By turns, so that a server that becomes faster or slower favors neither side.
    const isWithFirst = round % 2 === 1;
    const first = await measureOne(isWithFirst);
    const second = await measureOne(!isWithFirst);
    const [without, with_] = isWithFirst ? [second, first] : [first, second];
    pairs.push({
      without: without.perSecond,
      with: with_.perSecond,
      cpuMs: { without: without.cpuMs, with: with_.cpuMs },
      stolenShare: Math.max(without.stolenShare, with_.stolenShare),
    });
    process.stderr.write(
      `webhooks, pair ${round + 1} of ${rounds}: ${without.perSecond.toFixed(0)} sign-ins/s without, ` +
        `${with_.perSecond.toFixed(0)} with\n`,
    );
  }
  return costOf(pairs);
}
