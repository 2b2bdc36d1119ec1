// `npm run bench -- --only fairness`: what one tenancy's flood costs another tenancy; see
// bench/README.md.
import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { BenchPostgres } from "@/bench/bench-postgres";
import { isPinned, startServer } from "@/bench/pinned-process";
import type { Person } from "@/bench/population";
import { watchStolenTime } from "@/bench/stolen-time";
import { findFreePort } from "@/tests/support/server-process";
import { createClient } from "./client";
import { measureDelivery, mailDelayMs } from "./delivery";
import { floods, isStrangersFlood } from "./floods";
import { measureNeighbour, warmUp } from "./neighbour";
import { barOf, printFairness, rowOfDelivery, rowOfFlood, type Row } from "./report";
import { startSlowMailServer } from "./slow-mail-server";
import { startFlooder } from "./start-flood";
import { createTenants } from "./tenant";

const connections = 64;
/** The time until all connections of a flood are busy and the server has compiled the endpoint. */
const buildUpMs = 1_500;

export interface FairnessRun extends Pick<BenchPostgres, "createDatabase" | "onEnd"> {
  root: string;
  people: Person[];
  isQuick: boolean;
}

/** Floods each endpoint in one tenancy, measures another before and during it, and prints a table. */
export async function runFairness({
  root,
  people,
  isQuick,
  createDatabase,
  onEnd,
}: FairnessRun): Promise<void> {
  const seconds = isQuick ? 1.5 : 4;
  const loadBefore = loadavg();
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const { installation, flooding, neighbour } = await createTenants(
    root,
    await createDatabase("fairness_bench"),
    origin,
    people,
  );
  const mailServer = await startSlowMailServer(mailDelayMs);
  onEnd(() => mailServer.close());
  const server = await startServer({
    args: ["dist/server.mjs"],
    cwd: root,
    readyUrl: `http://127.0.0.1:${port}/readyz`,
    env: {
      PORT: String(port),
      BASE_URL: origin,
      KEYSTEAD_MODE: "production",
      DATABASE_URL: installation.databaseUrl,
      KEYSTEAD_SECRET: installation.secret,
      SMTP_URL: mailServer.url,
      // Floods of strangers come from many addresses.
      TRUSTED_PROXY_HOPS: "1",
    },
  });
  onEnd(() => server.stop());
  const flooder = startFlooder();
  onEnd(() => flooder.stop());
  const client = createClient(port);
  onEnd(() => client.close());

  await warmUp(neighbour, client, { caller: "backend", count: 400 });
  await warmUp(neighbour, client, { caller: "visitor", count: 100 });
  const rows: Row[] = [];
  for (const name of Object.keys(floods)) {
    const stolenShare = watchStolenTime();
    const caller = isStrangersFlood(name) ? "visitor" : "backend";
    const quiet = await measureNeighbour(neighbour, client, { caller, seconds });
    const end = await flooder.begin({ name, tenant: flooding, port, connections });
    const beganAt = performance.now();
    await pause(buildUpMs);
    const flooded = await measureNeighbour(neighbour, client, { caller, seconds });
    const floodSeconds = (performance.now() - beganAt) / 1_000;
    const tally = await end();
    rows.push(
      rowOfFlood({
        name,
        quiet,
        flooded,
        tally,
        floodSeconds,
        stolenShare: stolenShare(),
      }),
    );
    process.stderr.write(
      `${name}: ${quiet.p99Ms.toFixed(0)} ms quiet, ${flooded.p99Ms.toFixed(0)} ms flooded, ` +
        `bar ${barOf(quiet.p99Ms).toFixed(0)} ms\n`,
    );
  }
  rows.push(rowOfDelivery(await measureDelivery({ flooding, neighbour }, client, mailServer)));
  printFairness(rows, { isPinned, connections, seconds, loadBefore, loadAfter: loadavg() });
}
