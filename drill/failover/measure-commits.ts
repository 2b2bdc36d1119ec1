import pg from "pg";
import { quantile } from "@/bench/quantile";

const rounds = 500;

/** Milliseconds, as text: the median and the 99th percentile. */
type Figures = [name: string, value: string][];

/**
 * Measures how long one connection waits for the commit of a small row: flushed on the primary only,
 * and also on the synchronous standby. They alternate, so that a busy machine affects both.
 */
export async function measureCommits(databaseUrl: string): Promise<Figures> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const times = { local: [] as number[], on: [] as number[] };
  await client.query(`CREATE TABLE "DrillCommit" ("at" timestamptz NOT NULL)`);
  for (let round = 0; round < rounds; round++)
    for (const setting of ["local", "on"] as const) {
      await client.query(`SET synchronous_commit = ${setting}`);
      const startedAt = performance.now();
      await client.query(`INSERT INTO "DrillCommit" VALUES (now())`);
      times[setting].push(performance.now() - startedAt);
    }
  await client.query(`DROP TABLE "DrillCommit"`);
  await client.end();
  const shown = (setting: keyof typeof times) => {
    const sorted = times[setting].toSorted((a, b) => a - b);
    return [0.5, 0.99].map((share) => `${quantile(sorted, share).toFixed(1)} ms`).join(" / ");
  };
  return [
    ["commit on the primary's disk, p50 / p99", shown("local")],
    ["commit on a standby's disk, too, p50 / p99", shown("on")],
  ];
}
