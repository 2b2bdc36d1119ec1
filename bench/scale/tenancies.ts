// Is Keystead flat in tenancies? Many small ones against one of their size; see bench/README.md.
import type { BenchPostgres } from "@/bench/bench-postgres";
import { compare } from "./compare";
import { type Filled, withServers } from "./filled-installation";
import { findDifferences, recordPlans } from "./logged-plans";

const maxRatio = 1.5;
/** PostgreSQL plans a prepared statement anew for its first five executions on a connection. */
const roundsWithPlans = 12;

/** Prints the statements whose plans differ. @returns those that scan a table in one of them */
async function comparePlans(
  root: string,
  { logFile }: BenchPostgres,
  [one, many]: [Filled, Filled],
): Promise<string[]> {
  const plansOf = (filled: Filled) =>
    recordPlans(filled.installation.databaseUrl, logFile, () =>
      withServers(root, [filled], async ([endpoints]) => {
        for (let round = 0; round < roundsWithPlans; round++)
          for (const request of Object.values(endpoints ?? {})) await request();
      }),
    );
  const plansOfOne = await plansOf(one);
  const plansOfMany = await plansOf(many);
  const differences = findDifferences(plansOfOne, plansOfMany);
  process.stdout.write(
    `\n${plansOfOne.size} statements, ${differences.length} that read the filled tables differently\n`,
  );
  for (const { text, plans } of differences)
    process.stdout.write(
      `\n${text}\none tenancy:\n${plans[0].join("\n")}\nmany tenancies:\n${plans[1].join("\n")}\n`,
    );
  return differences.flatMap(({ text, scansTable }) =>
    scansTable ? [`plan of ${text.slice(0, 60)}`] : [],
  );
}

/** Compares plans and times of every endpoint. @returns what misses its bar */
export async function compareTenancies(
  root: string,
  postgres: BenchPostgres,
  pair: [Filled, Filled],
  rounds: number,
): Promise<string[]> {
  const missed = await comparePlans(root, postgres, pair);
  const slow = await withServers(root, pair, ([one = {}, many = {}]) =>
    compare({ title: "endpoint", names: ["one", "many"], judged: "p95Ms", maxRatio, rounds }, [
      one,
      many,
    ]),
  );
  return [...missed, ...slow];
}
