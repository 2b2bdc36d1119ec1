import pg from "pg";
import type { BenchPostgres } from "@/bench/bench-postgres";
import type { Person } from "@/bench/population";
import { install, type Installation } from "@/bench/targets/installation";
import { startKeystead } from "@/bench/targets/keystead";
import { findFreePort } from "@/testing/server-process";
import { openEndpoints, type Requests } from "./endpoints";
import { fillInstallation, type Sample } from "./fill";
import type { Size } from "./fill-sql";

export interface Filled {
  port: number;
  installation: Installation;
  samples: Sample[];
}

/** Creates and fills a database. All endpoints are available, and its key has their scopes. */
export async function createFilled(
  root: string,
  postgres: BenchPostgres,
  name: string,
  size: Size,
  people: Person[],
): Promise<Filled> {
  const startedAt = performance.now();
  const port = await findFreePort();
  const databaseUrl = await postgres.createDatabase(name);
  const installation = await install(root, databaseUrl, `http://localhost:${port}`, []);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `UPDATE "ApiKey" SET "scopes" = '{*,vault:export,users:list}'; UPDATE "Tenancy" SET "legacyLookups" = true`,
  );
  await client.end();
  const samples = await fillInstallation(installation, size, people);
  const { tenancies, users, passkeys, events } = size;
  process.stderr.write(
    `${name}: ${tenancies} × (${users} users, ${passkeys} passkeys, ${events} events) ` +
      `in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s\n`,
  );
  return { port, installation, samples };
}

/** Runs work while servers run on the installations, with the endpoints of each. */
export async function withServers<Result>(
  root: string,
  all: Filled[],
  work: (endpoints: Requests[]) => Promise<Result>,
): Promise<Result> {
  const stops: (() => Promise<void>)[] = [];
  try {
    const requests: Requests[] = [];
    for (const { port, installation, samples } of all) {
      const server = await startKeystead(root, port, installation);
      const opened = openEndpoints(port, installation, samples);
      stops.push(
        () => server.stop(),
        () => Promise.resolve(opened.close()),
      );
      requests.push(opened.requests);
    }
    return await work(requests);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}
