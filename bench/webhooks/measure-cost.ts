import { setTimeout as pause } from "node:timers/promises";
import type { Figures } from "@/bench/load";
import { type CostFigures, costOf, measurePairs, type SideNames } from "@/bench/pairs";
import { runPhases } from "@/bench/phases";
import type { Person } from "@/bench/population";
import type { Started } from "@/bench/targets/target";

/** Longer than sealing and numbering take, so that a round's events cost only that round. */
const settleMs = 2_500;

export const webhookSides: SideNames = { base: "without", changed: "with" };

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
  return costOf(
    await measurePairs({
      title: "webhooks",
      names: webhookSides,
      rounds,
      measure: (side) => measureOne(side === "changed"),
    }),
  );
}
