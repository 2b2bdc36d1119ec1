// `npm run bench -- --only fairness`: what one tenancy's flood costs another tenancy; see
// bench/README.md.
import { loadavg } from "node:os";
import { join } from "node:path";
import type { BenchPostgres } from "@/bench/bench-postgres";
import { isPinned, startServer } from "@/bench/pinned-process";
import type { Person } from "@/bench/population";
import { startNameServer } from "@/testing/name-server";
import { findFreePort } from "@/testing/server-process";
import { createClient } from "./client";
import { mailDelayMs, measureDelivery } from "./delivery";
import { floods } from "./floods";
import { measureColdStart, measureFlood } from "./measure-flood";
import { warmUp } from "./neighbour";
import {
  barOf,
  type FloodResult,
  printFairness,
  type Row,
  rowOfDelivery,
  rowOfFlood,
  rowsOfDeadWebhooks,
} from "./report";
import { measureRoutes, printRoutes } from "./routes";
import { startSlowMailServer } from "./slow-mail-server";
import { startFlooder } from "./start-flood";
import { createTenants } from "./tenant";
import { measureDeadWebhooks, startFairnessReceiver } from "./webhooks";

const connections = 64;

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
  const tenants = await createTenants(root, await createDatabase("fairness_bench"), origin, people);
  const { installation, flooding, development, neighbour } = tenants;
  const mailServer = await startSlowMailServer(mailDelayMs);
  onEnd(() => mailServer.close());
  const receiver = await startFairnessReceiver();
  onEnd(() => receiver.close());
  const silentNames = await startNameServer(() => undefined);
  onEnd(() => silentNames.close());
  const startTenantsServer = () =>
    startServer({
      args: ["--import", join(root, "bench/webhooks/silent-names.mjs"), "dist/server.mjs"],
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
        BENCH_NAME_SERVER: silentNames.address,
        ...receiver.env,
      },
    });
  let server = await startTenantsServer();
  onEnd(() => server.stop());
  const flooder = startFlooder();
  onEnd(() => flooder.stop());
  const client = createClient(port);
  onEnd(() => client.close());

  await warmUp(neighbour, client, { caller: "backend", count: 400 });
  await warmUp(neighbour, client, { caller: "visitor", count: 100 });
  const rows: Row[] = [];
  const add = (result: FloodResult) => {
    rows.push(rowOfFlood(result));
    const { name, quiet, flooded } = result;
    process.stderr.write(
      `${name}: ${quiet.p99Ms.toFixed(0)} ms quiet, ${flooded.p99Ms.toFixed(0)} ms flooded, ` +
        `bar ${barOf(quiet.p99Ms).toFixed(0)} ms\n`,
    );
  };
  const scene = { flooding, development, neighbour, client, flooder, port, connections, seconds };
  await warmUp(neighbour, client, { caller: "signIn", count: 100 });
  const routeFloods = await measureRoutes({ ...scene, seconds: 1 }, isQuick ? 1 : 3);
  for (const name of Object.keys(floods)) add(await measureFlood(scene, name));
  add(
    await measureColdStart(scene, async () => {
      await server.stop();
      server = await startTenantsServer();
    }),
  );
  rows.push(rowOfDelivery(await measureDelivery({ flooding, neighbour }, client, mailServer)));
  for (const kind of ["that never answer", "at a silent name server"] as const) {
    const dead = await measureDeadWebhooks(tenants, client, receiver, { kind, seconds });
    rows.push(...rowsOfDeadWebhooks(dead));
    process.stderr.write(
      `webhook beside others ${kind}: ${dead.quietMs.toFixed(0)} ms quiet, ${dead.besideMs.toFixed(0)} ms beside\n`,
    );
  }
  printRoutes(routeFloods);
  printFairness(rows, { isPinned, connections, seconds, loadBefore, loadAfter: loadavg() });
}
