// Is Keystead flat in data? A large tenancy against one of a thousand rows; see bench/README.md.
import { z } from "zod";
import type { BenchPostgres } from "@/bench/bench-postgres";
import type { Person } from "@/bench/population";
import { openService } from "@/bench/targets/installation";
import { findTenancy } from "@/lib/domain/base/tenancy/find-tenancy";
import { systemClock } from "@/lib/platform/clock";
import { addChallenges, addCounters } from "@/testing/population";
import { compare, type Comparison } from "./compare";
import { consoleLists } from "./console-lists";
import { type Contents, openPages } from "./console-pages";
import type { Size } from "./fill-sql";
import { createFilled, type Filled, withServers } from "./filled-installation";
import { readSizes, sizesTable } from "./table-sizes";
import { createBacklog, upkeepTable } from "./upkeep";

export interface DataSizes {
  small: Size & { challenges: number };
  full: Size & { challenges: number };
  backlog: number;
}

const sorted = (values: string[]) => values.toSorted();
const middle = (values: string[]) => sorted(values)[values.length >> 1] ?? "";

/** Adds what only the console shows. */
async function addConsoleData(
  { installation, samples }: Filled,
  { users, challenges }: DataSizes["full"],
): Promise<Contents> {
  const { service, close } = openService(installation);
  const { tenancyId } = installation;
  const of = { tenancyId, nowMs: systemClock.now() };
  const challengeIds = await addChallenges(service.db.query(z.never()), {
    ...of,
    count: challenges,
  });
  await addCounters(service.db.query(z.never()), { ...of, each: Math.ceil(users / 100) });
  await close();
  return {
    tenancyId,
    sub: middle(samples.map(({ sub }) => sub)),
    passkeyId: middle(samples.map(({ passkeyId }) => passkeyId)),
    challengeId: middle(challengeIds),
  };
}

/** Opens something on both installations, compares, and closes both. */
async function compareOpened(
  comparison: Comparison,
  all: Filled[],
  open: (filled: Filled, index: number) => Promise<OpenedTasks>,
): Promise<string[]> {
  const opened: OpenedTasks[] = [];
  try {
    for (const [index, filled] of all.entries()) opened.push(await open(filled, index));
    const [small, full] = opened;
    return await compare(comparison, [small?.tasks ?? {}, full?.tasks ?? {}]);
  } finally {
    for (const { close } of opened) await close();
  }
}

interface OpenedTasks {
  tasks: Record<string, () => Promise<unknown>>;
  close: () => Promise<void>;
}

/** Compares every endpoint, console list and console page. @returns what misses its bar */
export async function compareData(
  root: string,
  postgres: BenchPostgres,
  people: Person[],
  sizes: DataSizes,
  isQuick: boolean,
): Promise<string[]> {
  const all = [
    await createFilled(root, postgres, "small", sizes.small, people),
    await createFilled(root, postgres, "full", sizes.full, people),
  ];
  const [small, full] = all as [Filled, Filled];
  const contents = [
    await addConsoleData(small, sizes.small),
    await addConsoleData(full, sizes.full),
  ];
  const bar = {
    names: ["small", "full"] as [string, string],
    judged: "p50Ms",
    maxRatio: 2,
  } as const;

  const workOff = await createBacklog(full.installation, sizes.backlog);
  process.stdout.write(`\n${sizesTable(await readSizes(full.installation.databaseUrl))}`);
  const rates = await workOff();
  process.stdout.write(`\n${upkeepTable(rates)}`);

  const slow = await withServers(root, all, ([ofSmall = {}, ofFull = {}]) =>
    compare({ ...bar, title: "endpoint", rounds: isQuick ? 50 : 500 }, [ofSmall, ofFull]),
  );
  const slowLists = await compareOpened(
    { ...bar, title: "list", rounds: isQuick ? 100 : 500 },
    all,
    async ({ installation }, index) => {
      const { service, enter, close } = openService(installation);
      const { tenancyId } = installation;
      const tenancy = await findTenancy(service, tenancyId);
      if (tenancy === null) throw new Error("the tenancy doesn't exist");
      return { tasks: consoleLists(enter(tenancy), contents[index] as Contents), close };
    },
  );
  const slowPages = await compareOpened(
    { ...bar, title: "page", rounds: isQuick ? 30 : 100 },
    all,
    async ({ port, installation }, index) => {
      const { service, close } = openService(installation);
      const opened = await openPages(root, port, installation, service);
      return {
        tasks: opened.asks(contents[index] as Contents),
        close: async () => {
          await opened.stop();
          await close();
        },
      };
    },
  );
  return [...slow, ...slowLists, ...slowPages];
}
