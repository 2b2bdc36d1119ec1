import { type PhaseGroup, runPhases } from "@/bench/phases";
import type { Person } from "@/bench/population";
import type { Started } from "@/bench/targets/target";
import { inWords, type Rounds } from "./report";

export interface ThroughputRun {
  started: Started[];
  people: Person[];
  groups: readonly PhaseGroup[];
  connections: number;
  rounds: number;
  /** Per phase and round. */
  requests: number;
  warmUpRequests: number;
}

/**
 * Measures all servers in a closed loop. Rounds alternate between them, so that a slower machine
 * affects them all.
 */
export async function measureThroughput({
  started,
  people,
  groups,
  connections,
  rounds,
  requests,
  warmUpRequests,
}: ThroughputRun): Promise<Rounds> {
  const measured: Rounds = { Keystead: [], floor: [], "better-auth": [] };
  const run = (server: Started, count: number) =>
    runPhases({ ...server, people, requests: count, connections }, groups);
  for (const server of started) await run(server, warmUpRequests);
  for (let round = 1; round <= rounds; round++)
    for (const server of started) {
      const figures = await run(server, requests);
      measured[server.target.name].push(figures);
      process.stderr.write(
        `${connections} connections, round ${round} of ${rounds}: ${server.target.name}, ${inWords(figures)}\n`,
      );
    }
  return measured;
}
