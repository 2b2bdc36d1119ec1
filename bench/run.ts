// `npm run bench`: sign-ins and mailbox codes on Keystead, on the floor and on a peer, in one run
// on one machine, fairness between tenancies, or sign-ins here and on another checkout; see README.md.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { z } from "zod";
import { systemClock } from "@/lib/platform/clock";
import { createId } from "@/lib/platform/id";
import { runAgainst } from "./against/run";
import { type BenchPostgres, withPostgres } from "./bench-postgres";
import { runFairness } from "./fairness/run";
import type { PhaseGroup } from "./phases";
import { isPinned } from "./pinned-process";
import { createPeople } from "./population";
import { runTail } from "./tail/run";
import { type Setting, startTarget } from "./targets/start-targets";
import { serverNames, type Started } from "./targets/target";
import { medians, throughputTable } from "./throughput/report";
import { measureThroughput } from "./throughput/run";
import { runWebhooks } from "./webhooks/run";

const root = join(import.meta.dirname, "..");
const { values } = parseArgs({
  options: {
    quick: { type: "boolean" },
    only: { type: "string" },
    rounds: { type: "string" },
    connections: { type: "string" },
    against: { type: "string" },
  },
});
const { quick: isQuick, ...given } = z
  .object({
    quick: z.boolean().default(false),
    only: z.enum(["sign-ins", "codes", "128", "tail", "webhooks", "fairness"]).optional(),
    // A mailbox's limits allow eight rounds and the warm-up.
    rounds: z.coerce.number().int().min(1).max(8).optional(),
    connections: z.coerce.number().int().min(1).max(1_000).default(32),
    against: z.string().optional(),
  })
  .parse(values);
const { only, against, connections, rounds = isQuick ? 1 : 3 } = given;
/** A few percent are less than a round differs from the next. */
const pairs = given.rounds ?? (isQuick ? 2 : 8);

/** The questions about throughput. Each has its own table. */
const throughputQuestions: {
  title: string;
  connections: number;
  groups: PhaseGroup[];
  requests: number;
}[] = [
  {
    title: "Sign-ins and codes",
    connections,
    groups: [
      ...(only === undefined || only === "sign-ins" ? (["steps", "wholeSignIns"] as const) : []),
      ...(only === undefined || only === "codes" ? (["codes"] as const) : []),
    ],
    requests: isQuick ? 1_500 : 4_000,
  },
  {
    title: "Whole sign-ins",
    connections: 128,
    groups: only === undefined || only === "128" ? ["wholeSignIns"] : [],
    requests: isQuick ? 1_000 : 3_000,
  },
];
const isTail = only === undefined || only === "tail";

/** The JSON of `bench/figures.json`, by question. */
type FiguresFile = Record<string, unknown>;

async function answerQuestions(setting: Setting, place: string): Promise<FiguresFile> {
  const started: (Started & Partial<Awaited<ReturnType<typeof startTarget>>>)[] = [];
  for (const name of serverNames) {
    // The tail needs no peer.
    if (name === "better-auth" && only === "tail") continue;
    const server = await startTarget(name, setting);
    setting.onEnd(() => server.target.stop());
    started.push(server);
  }
  const file: FiguresFile = {};
  const { people } = setting;
  for (const { title, ...question } of throughputQuestions) {
    if (question.groups.length === 0) continue;
    const warmUpRequests = isQuick ? 500 : 2_000;
    const measured = await measureThroughput({
      started,
      people,
      rounds,
      warmUpRequests,
      ...question,
    });
    const name = `${title}, ${question.connections} connections`;
    process.stdout.write(
      `\n## ${name}\n\n${place} · median of ${rounds} rounds of ${question.requests}\n\n${throughputTable(measured)}`,
    );
    file[name] = Object.fromEntries(
      Object.entries(measured).map(([server, all]) => [server, medians(all)]),
    );
  }
  const [keystead, floor] = started;
  if (isTail && keystead?.installation !== undefined && floor !== undefined) {
    const { installation } = keystead;
    const tail = await runTail({ keystead, floor, installation, people, isQuick, rounds });
    process.stdout.write(`\n## Tail\n\n${place} · ${tail.place}\n\n${tail.table}`);
    file["Tail"] = tail.figures;
  }
  return file;
}

async function main(postgres: BenchPostgres): Promise<void> {
  const startedAt = performance.now();
  const client = new pg.Client({ connectionString: postgres.adminUrl });
  await client.connect();
  const { rows } = await client.query<{ version: string }>("SELECT version()");
  await client.end();
  const people = createPeople(500, () => createId(systemClock.now()));
  if (only === "fairness") return runFairness({ root, people, isQuick, ...postgres });
  if (against !== undefined) {
    const table = await runAgainst({ root, against, people, isQuick, connections, ...postgres });
    process.stdout.write(`\n${table}`);
    return;
  }
  const place = [
    `Node ${process.version}`,
    rows[0]?.version.split(" on ")[0] ?? "",
    isPinned ? "server alone on one core" : "cores not pinned",
  ].join(" · ");
  const file: FiguresFile =
    only === "webhooks" ? {} : await answerQuestions({ root, people, ...postgres }, place);
  if (only === undefined || only === "webhooks") {
    const run = { root, people, isQuick, connections, rounds: pairs, ...postgres };
    const { tables, figures } = await runWebhooks(run);
    for (const { title, table } of tables)
      process.stdout.write(`\n## ${title}\n\n${place}\n\n${table}`);
    file["Webhooks"] = figures;
  }
  await writeFile(join(root, "bench/figures.json"), `${JSON.stringify(file, null, 2)}\n`);
  const minutes = (performance.now() - startedAt) / 60_000;
  process.stdout.write(`\nTook ${minutes.toFixed(1)} minutes.\n`);
}

await withPostgres(main);
