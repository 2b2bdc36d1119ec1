// `npm run bench -- --against DIR`: sign-ins on this checkout and on another one; see bench/README.md.
import { resolve } from "node:path";
import type { BenchPostgres } from "@/bench/bench-postgres";
import { costOf, costTable, measurePairs, type SideNames } from "@/bench/pairs";
import { runPhases } from "@/bench/phases";
import type { Person } from "@/bench/population";
import { install } from "@/bench/targets/installation";
import { startKeystead } from "@/bench/targets/keystead";
import type { Started } from "@/bench/targets/target";
import { findFreePort } from "@/testing/server-process";

const names: SideNames = { base: "there", changed: "here" };
/** The bar, as a share of the throughput of sign-ins. */
const maxCost = 0.02;

export interface AgainstRun extends Pick<BenchPostgres, "createDatabase" | "onEnd"> {
  root: string;
  /** The folder of the other checkout, which is built. */
  against: string;
  people: Person[];
  isQuick: boolean;
  connections: number;
}

/** Measures many short rounds in pairs, because a long round may have a faster machine than the next. */
export async function runAgainst(run: AgainstRun): Promise<string> {
  const { root, against, people, isQuick, connections, createDatabase, onEnd } = run;
  // Both databases have this checkout's schema, with which the release before it works, too.
  const start = async (folder: string, name: string): Promise<Started> => {
    const port = await findFreePort();
    const origin = `http://localhost:${port}`;
    const installation = await install(root, await createDatabase(name), origin, people);
    const target = await startKeystead(folder, port, installation);
    onEnd(() => target.stop());
    return { target, origin };
  };
  const servers = {
    base: await start(resolve(against), "there_bench"),
    changed: await start(root, "here_bench"),
  };
  const [rounds, requests] = isQuick ? [10, 400] : [100, 500];
  const pairs = await measurePairs({
    title: "sign-ins",
    names,
    rounds,
    async measure(side) {
      const load = { ...servers[side], people, requests, connections };
      const { signIn } = await runPhases(load, ["wholeSignIns"]);
      if (signIn === undefined) throw new Error("no sign-in was measured");
      return signIn;
    },
  });
  const title = `Whole sign-ins here and in ${against}: ${rounds} pairs of ${requests}, ${connections} connections`;
  return `## ${title}\n\n${costTable(costOf(pairs), names, maxCost)}`;
}
