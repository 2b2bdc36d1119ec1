// `npm run bench`: sign-ins and mailbox codes on Keystead, on the floor and on a peer, in one run on one machine; see README.md.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { systemClock } from "@/lib/platform/clock";
import { createId } from "@/lib/platform/id";
import { startEmbeddedPostgres } from "@/lib/platform/embedded-postgres/start";
import { findFreePort } from "@/tests/support/server-process";
import type { Figures } from "./load";
import { isPinned, keepOffServerCore } from "./pinned-process";
import { createPeople } from "./population";
import { phases, print } from "./report";
import { runPhases, type PhaseFigures } from "./phases";
import { startFloor } from "./targets/floor";
import { install } from "./targets/installation";
import { startKeystead } from "./targets/keystead";
import { startPeer } from "./targets/peer";
import type { Target } from "./targets/target";

const root = join(import.meta.dirname, "..");
const isQuick = process.argv.includes("--quick");
const rounds = isQuick ? 1 : 3;
const requests = isQuick ? 2_000 : 6_000;

async function createDatabase(adminUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.toString();
}

const phaseNames = Object.keys(phases) as (keyof PhaseFigures)[];

/** The median of the rounds by throughput, so that one disturbed round decides nothing. */
const median = (all: PhaseFigures[], phase: keyof PhaseFigures): Figures | undefined => {
  const sorted = all.flatMap((one) => one[phase] ?? []).sort((a, b) => a.perSecond - b.perSecond);
  return sorted[Math.floor(sorted.length / 2)];
};

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "keystead-bench-"));
  const postgres = await startEmbeddedPostgres({ dataFolder: folder });
  const cleanUp: (() => Promise<unknown>)[] = [() => rm(postgres.folder, { recursive: true, force: true }), () => rm(folder, { recursive: true, force: true }), () => postgres.stop()];
  const stopAll = async () => {
    for (const step of cleanUp.splice(0).reverse()) await step().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  };
  process.once("SIGINT", () => void stopAll().then(() => process.exit(130)));
  try {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const { rows } = await client.query<{ version: string }>("SELECT version()");
    await client.end();
    keepOffServerCore(process.pid);
    keepOffServerCore(Number.parseInt(await readFile(join(postgres.folder, "data/postmaster.pid"), "utf8"), 10));

    const people = createPeople(500, () => createId(systemClock.now()));
    const figures = new Map<string, PhaseFigures[]>();
    const starters: ((port: number, origin: string) => Promise<Target>)[] = [
      async (port, origin) => startKeystead(root, port, await install(root, await createDatabase(postgres.url, "keystead_bench"), origin, people)),
      async (port, origin) => startFloor(root, port, await install(root, await createDatabase(postgres.url, "floor_bench"), origin, people)),
      async (port, origin) => startPeer(root, port, { databaseUrl: await createDatabase(postgres.url, "peer_bench"), origin, people, folder }),
    ];
    const targets: { target: Target; origin: string }[] = [];
    for (const start of starters) {
      const port = await findFreePort();
      const origin = `http://localhost:${port}`;
      const target = await start(port, origin);
      cleanUp.push(() => target.stop());
      targets.push({ target, origin });
    }
    for (const { target, origin } of targets) await runPhases(target, origin, people, Math.ceil(requests / 4));
    // Rounds alternate between the targets, so that a machine that slows down slows them all.
    for (let round = 0; round < rounds; round++)
      for (const { target, origin } of targets) {
        const measured = await runPhases(target, origin, people, requests);
        figures.set(target.name, [...(figures.get(target.name) ?? []), measured]);
        process.stderr.write(`round ${round + 1} of ${rounds}: ${target.name}, ${phaseNames.flatMap((phase) => measured[phase] ? `${phases[phase]} ${Math.round(measured[phase].perSecond)}/s` : []).join(", ")}\n`);
      }
    const table = Object.fromEntries(
      [...figures].map(([name, all]) => [name, Object.fromEntries(phaseNames.map((phase) => [phase, median(all, phase)])) as unknown as PhaseFigures]),
    );
    print(table, { postgres: rows[0]?.version ?? "", isPinned });
    await writeFile(join(root, "bench/figures.json"), `${JSON.stringify(table, null, 2)}\n`);
  } finally {
    await stopAll();
  }
}

await main();
