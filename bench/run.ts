// `npm run bench`: sign-ins and mailbox codes on Keystead, on the floor and on a peer, in one run
// on one machine, or fairness between tenancies; see README.md.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { z } from "zod";
import { systemClock } from "@/lib/platform/clock";
import { createId } from "@/lib/platform/id";
import { startEmbeddedPostgres } from "@/lib/platform/embedded-postgres/start";
import { findFreePort } from "@/tests/support/server-process";
import { runFairness } from "./fairness/run";
import { isPinned, keepOffServerCore } from "./pinned-process";
import { createPeople } from "./population";
import { inWords, medians, print } from "./report";
import { runPhases, type PhaseFigures } from "./phases";
import { startFloor } from "./targets/floor";
import { install } from "./targets/installation";
import { startKeystead } from "./targets/keystead";
import { startPeer } from "./targets/peer";
import type { Target } from "./targets/target";

const root = join(import.meta.dirname, "..");
const { values } = parseArgs({
  options: {
    quick: { type: "boolean" },
    only: { type: "string" },
    rounds: { type: "string" },
    connections: { type: "string" },
  },
});
const { quick: isQuick, ...given } = z
  .object({
    quick: z.boolean().default(false),
    only: z.enum(["sign-ins", "codes", "fairness"]).optional(),
    // A mailbox's limits allow eight rounds and the warm-up.
    rounds: z.coerce.number().int().min(1).max(8).optional(),
    connections: z.coerce.number().int().min(1).max(1_000).default(32),
  })
  .parse(values);
const { connections, rounds = isQuick ? 1 : 3 } = given;
const isFairness = given.only === "fairness";
const groups =
  given.only === undefined || given.only === "fairness"
    ? (["sign-ins", "codes"] as const)
    : [given.only];
const requests = isQuick ? 2_000 : 6_000;
const warmUpRequests = 2_000;

async function createDatabase(adminUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.toString();
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "keystead-bench-"));
  const postgres = await startEmbeddedPostgres({ dataFolder: folder });
  const cleanUp: (() => Promise<unknown>)[] = [
    () => rm(postgres.folder, { recursive: true, force: true }),
    () => rm(folder, { recursive: true, force: true }),
    () => postgres.stop(),
  ];
  const stopAll = async () => {
    for (const step of cleanUp.splice(0).reverse())
      await step().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  };
  process.once("SIGINT", () => void stopAll().then(() => process.exit(130)));
  try {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const { rows } = await client.query<{ version: string }>("SELECT version()");
    await client.end();
    keepOffServerCore(process.pid);
    keepOffServerCore(
      Number.parseInt(await readFile(join(postgres.folder, "data/postmaster.pid"), "utf8"), 10),
    );

    const people = createPeople(500, () => createId(systemClock.now()));
    if (isFairness) {
      await runFairness({
        root,
        people,
        isQuick,
        createDatabase: () => createDatabase(postgres.url, "fairness_bench"),
        onEnd: (step) => cleanUp.push(async () => step()),
      });
      return;
    }
    const figures = new Map<string, PhaseFigures[]>();
    const starters: ((port: number, origin: string) => Promise<Target>)[] = [
      async (port, origin) =>
        startKeystead(
          root,
          port,
          await install(root, await createDatabase(postgres.url, "keystead_bench"), origin, people),
        ),
      async (port, origin) =>
        startFloor(
          root,
          port,
          await install(root, await createDatabase(postgres.url, "floor_bench"), origin, people),
        ),
      async (port, origin) =>
        startPeer(root, port, {
          databaseUrl: await createDatabase(postgres.url, "peer_bench"),
          origin,
          people,
          folder,
        }),
    ];
    const targets: { target: Target; origin: string }[] = [];
    for (const start of starters) {
      const port = await findFreePort();
      const origin = `http://localhost:${port}`;
      const target = await start(port, origin);
      cleanUp.push(() => target.stop());
      targets.push({ target, origin });
    }
    const run = (started: (typeof targets)[number], requests: number) =>
      runPhases({ ...started, people, requests, connections }, [...groups]);
    for (const started of targets) await run(started, warmUpRequests);
    // Rounds alternate between the targets, so that a slower machine affects them all.
    for (let round = 0; round < rounds; round++)
      for (const started of targets) {
        const { name } = started.target;
        const measured = await run(started, requests);
        figures.set(name, [...(figures.get(name) ?? []), measured]);
        process.stderr.write(`round ${round + 1} of ${rounds}: ${name}, ${inWords(measured)}\n`);
      }
    const table = Object.fromEntries([...figures].map(([name, all]) => [name, medians(all)]));
    print(table, { postgres: rows[0]?.version ?? "", isPinned, connections });
    await writeFile(join(root, "bench/figures.json"), `${JSON.stringify(table, null, 2)}\n`);
  } finally {
    await stopAll();
  }
}

await main();
