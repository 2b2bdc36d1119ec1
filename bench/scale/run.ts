// `npm run bench:scale`: the vault of one tenancy with a million passkeys; see bench/README.md.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { createSend, timesOf, type Send } from "@/bench/load";
import { keepOffServerCore } from "@/bench/pinned-process";
import { install, type Installation } from "@/bench/targets/installation";
import { startKeystead } from "@/bench/targets/keystead";
import { FindAllPasskeys } from "@/lib/contract/passkey";
import { getPasskey } from "@/lib/domain/passkey/get-passkey";
import { listPasskeys } from "@/lib/domain/passkey/list-passkeys";
import { systemClock } from "@/lib/platform/clock";
import { startEmbeddedPostgres } from "@/lib/platform/embedded-postgres/start";
import { findFreePort } from "@/tests/support/server-process";
import { fillVault, theFullest } from "./fill";
import { printPlans } from "./plans";

const root = join(import.meta.dirname, "../..");
const pageSize = 100;
const rounds = 1_000;
const mostTimesPageOne = 1.2;

const note = (text: string) => process.stderr.write(`${text}\n`);

/** Pages through the whole vault. Returns the cursors of the requested pages and of the last one. */
async function walk(get: (path: string) => Promise<unknown>, passkeys: number) {
  const lastPage = Math.ceil(passkeys / pageSize);
  const starts = [...new Set([100, 10_000, lastPage])].map((page) => ({
    page,
    rows: (page - 1) * pageSize,
  }));
  const cursors = new Map<number, string>();
  const seen = new Set<string>();
  for (let cursor: string | null | undefined; cursor !== null;) {
    const next = starts.find(({ rows }) => rows > seen.size);
    const limit = Math.min(1_000, (next?.rows ?? Infinity) - seen.size);
    const { records, cursor: following } = FindAllPasskeys.parse(
      await get(`passkeys?limit=${limit}${cursor === undefined ? "" : `&cursor=${cursor}`}`),
    );
    for (const { id } of records) seen.add(id);
    cursor = following;
    const reached = starts.find(({ rows }) => rows === seen.size);
    if (reached !== undefined && cursor !== null) cursors.set(reached.page, cursor);
  }
  if (seen.size !== passkeys) throw new Error(`the walk saw ${seen.size} of ${passkeys}`);
  return { cursors, lastPage };
}

async function measureAll(
  send: Send,
  { tenancyId, apiKey }: Installation,
  population: Awaited<ReturnType<typeof fillVault>>,
) {
  const get = async (path: string) =>
    (
      await send({
        method: "GET",
        path: `/v2/${tenancyId}/${path}`,
        headers: { authorization: `Bearer ${apiKey}` },
      })
    ).body;
  const { cursors, lastPage } = await walk(get, population.passkeys);
  note(`walked ${population.passkeys} passkeys, each seen once`);
  const pageOf = (page: number) => `passkeys?cursor=${cursors.get(page) ?? ""}`;
  const any = (all: string[], round: number) => all[(round * 7_919) % all.length] ?? "";
  const requests: [string, (round: number) => string][] = [
    ["page 1", () => "passkeys"],
    ["page 100", () => pageOf(100)],
    ["page 10 000", () => pageOf(10_000)],
    [`page ${lastPage}, the last, of ${population.passkeys % pageSize}`, () => pageOf(lastPage)],
    ["page 1 of disabled ones", () => "passkeys?enabled=false"],
    ["get", (round) => `passkeys/${any(population.passkeyIds, round)}`],
    ["one user's list", (round) => `passkeys?userId=${any(population.userIds, round)}`],
    ["list of a user with 20", () => `passkeys?userId=${theFullest}`],
  ];
  // Alternates between the targets, so that a slower machine affects them all.
  const figures = await timesOf(
    requests.map(([name, path]) => ({ name, run: (round: number) => get(path(round)) })),
    rounds,
  );
  return { figures, cursors, lastPage };
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "keystead-scale-"));
  const postgres = await startEmbeddedPostgres({ dataFolder: folder });
  const cleanUp: (() => Promise<unknown>)[] = [
    () => rm(postgres.folder, { recursive: true, force: true }),
    () => rm(folder, { recursive: true, force: true }),
    () => postgres.stop(),
  ];
  const stopAll = async () => {
    for (const step of cleanUp.splice(0).reverse())
      await step().catch((error: unknown) => note(String(error)));
  };
  process.once("SIGINT", () => void stopAll().then(() => process.exit(130)));
  try {
    keepOffServerCore(process.pid);
    keepOffServerCore(
      Number.parseInt(await readFile(join(postgres.folder, "data/postmaster.pid"), "utf8"), 10),
    );
    const port = await findFreePort();
    const installation = await install(root, postgres.url, `http://localhost:${port}`, []);
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const startedAt = performance.now();
    const population = await fillVault(client, installation.tenancyId, systemClock.now());
    await client.end();
    note(
      `filled with ${population.passkeys} passkeys of ${population.users} users ` +
        `in ${Math.round((performance.now() - startedAt) / 1_000)} s`,
    );
    const server = await startKeystead(root, port, installation);
    cleanUp.push(() => server.stop());
    const send = createSend(port, 1);
    const { figures, cursors, lastPage } = await measureAll(send, installation, population);
    send.close();
    process.stdout.write(
      [
        "| request | p50 ms | p99 ms |",
        "| --- | --- | --- |",
        ...figures.map(
          ({ name, p50Ms, p99Ms }) => `| ${name} | ${p50Ms.toFixed(2)} | ${p99Ms.toFixed(2)} |`,
        ),
        "",
      ].join("\n"),
    );
    const page = (query: object) => ({ limit: pageSize, ...query });
    await printPlans(installation, {
      "page 1": (ctx) => listPasskeys(ctx, page({})),
      "page 100": (ctx) => listPasskeys(ctx, page({ cursor: cursors.get(100) })),
      "page 10 000": (ctx) => listPasskeys(ctx, page({ cursor: cursors.get(10_000) })),
      "the last page": (ctx) => listPasskeys(ctx, page({ cursor: cursors.get(lastPage) })),
      "page 1 of disabled ones": (ctx) => listPasskeys(ctx, page({ enabled: false })),
      get: (ctx) => getPasskey(ctx, population.passkeyIds[0] ?? ""),
      "list of a user with 20": (ctx) => listPasskeys(ctx, page({ userId: theFullest })),
    });
    const [first, , tenThousandth] = figures;
    const ratio = (tenThousandth?.p50Ms ?? NaN) / (first?.p50Ms ?? NaN);
    process.stdout.write(`\npage 10 000 costs ${ratio.toFixed(2)} times page 1\n`);
    if (!(ratio <= mostTimesPageOne)) process.exitCode = 1;
  } finally {
    await stopAll();
  }
}

await main();
